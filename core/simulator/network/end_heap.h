// SPDX-License-Identifier: GPL-3.0-or-later
//
// A priority queue of the end times of flows, ordered by (end, route), min first; each route at most once. push, set
// and pop cost O(log n). To change many ends at once, call put() for each and then rebuild(), which costs O(n). Each
// node has four children: the heap is half as deep as a binary heap, and the children share a cache line.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace heteroscope {

class EndHeap
{
public:
    /// Makes room for one more route.
    void addRoute() { m_place.push_back(-1); }

    bool empty() const { return m_items.empty(); }
    std::size_t size() const { return m_items.size(); }
    std::int64_t topEnd() const { return m_items.front().end; }
    std::int32_t topRoute() const { return m_items.front().route; }

    /// The route must not be in the heap.
    void push(std::int32_t route, std::int64_t end)
    {
        m_items.push_back({end, route});
        up(m_items.size() - 1);
    }

    /// The route must be in the heap.
    void set(std::int32_t route, std::int64_t end)
    {
        const auto place = static_cast<std::size_t>(m_place[static_cast<std::size_t>(route)]);
        m_items[place].end = end;
        if (place > 0 && m_items[place] < m_items[(place - 1) / width])
            up(place);
        else
            down(place);
    }

    /// Changes an end without restoring the order. Call rebuild() before any other function.
    void put(std::int32_t route, std::int64_t end)
    {
        m_items[static_cast<std::size_t>(m_place[static_cast<std::size_t>(route)])].end = end;
    }
    void rebuild()
    {
        if (m_items.size() < 2)
            return;
        for (std::size_t i = (m_items.size() - 2) / width + 1; i-- > 0;)
            down(i);
    }

    void pop()
    {
        m_place[static_cast<std::size_t>(m_items.front().route)] = -1;
        const Item last = m_items.back();
        m_items.pop_back();
        if (m_items.empty())
            return;
        m_items.front() = last;
        down(0);
    }

private:
    static constexpr std::size_t width = 4;

    struct Item
    {
        std::int64_t end;
        std::int32_t route;
        friend bool operator<(const Item &a, const Item &b)
        {
            return a.end != b.end ? a.end < b.end : a.route < b.route;
        }
    };

    void lay(std::size_t place, const Item &item)
    {
        m_items[place] = item;
        m_place[static_cast<std::size_t>(item.route)] = static_cast<std::int32_t>(place);
    }
    void up(std::size_t place)
    {
        const Item item = m_items[place];
        while (place > 0) {
            const std::size_t parent = (place - 1) / width;
            if (!(item < m_items[parent]))
                break;
            lay(place, m_items[parent]);
            place = parent;
        }
        lay(place, item);
    }
    void down(std::size_t place)
    {
        const Item item = m_items[place];
        for (;;) {
            const std::size_t first = place * width + 1;
            if (first >= m_items.size())
                break;
            const std::size_t last = std::min(first + width, m_items.size());
            std::size_t least = first;
            for (std::size_t child = first + 1; child < last; ++child) {
                if (m_items[child] < m_items[least])
                    least = child;
            }
            if (!(m_items[least] < item))
                break;
            lay(place, m_items[least]);
            place = least;
        }
        lay(place, item);
    }

    std::vector<Item> m_items;
    std::vector<std::int32_t> m_place; // by route; -1 = not in the heap
};

} // namespace heteroscope
