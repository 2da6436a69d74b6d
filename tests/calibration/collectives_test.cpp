// SPDX-License-Identifier: GPL-3.0-or-later
//
// Collectives against kernels/collectives_nccl.csv of the measured data: the time of one call in a cluster like the one
// that it was measured on. The stated errors are what the model reaches, not what one would wish: see the README of
// tests/validation.
#include "calibration/csv.h"
#include "calibration/measured_steps.h"
#include "calibration/validation.h"
#include "cost/network.h"

#include "support/clusters.h"
#include "support/strict_test.h"

#include <cmath>

using namespace heteroscope;

namespace {

constexpr double mebi = 1048576;

/// Rows of the table that a cluster can stand for.
struct Fabric
{
    std::string_view words; ///< in the column gpu_fabric
    const char *node;       ///< of the catalog
    double interLink = 0;   ///< bytes/s of a node; 0: one node
};

/// Trays of a rack are one node.
bool isRack(const Fabric &fabric) { return std::string_view(fabric.node).find("rack") != std::string_view::npos; }

class Bench
{
public:
    Bench(const std::string &node, std::size_t devices, std::size_t nodes, double interLink)
    {
        Cluster cluster;
        for (std::size_t i = 0; i < nodes; ++i) {
            Node box;
            for (const auto &known : builtinCatalog().nodes) {
                if (known.name == node)
                    box = known;
            }
            box.name = "n" + std::to_string(i);
            box.devices.resize(devices / nodes);
            cluster.nodes.push_back(box);
            if (nodes > 1)
                cluster.links.push_back(
                    test::link("l" + std::to_string(i), box.name, "net", BytesPerSecond(interLink)));
        }
        if (nodes > 1)
            cluster.switches.push_back({"net", 0, Seconds(0), false, {}});
        m_topology = test::topology(cluster);
    }
    /// The collective over all devices, called by a program that does nothing else.
    double seconds(const std::string &collective, double bytes) const
    {
        Network network(m_topology, builtinCalibration());
        std::vector<DeviceId> all;
        for (std::size_t i = 0; i < m_topology.devices().size(); ++i)
            all.emplace_back(i);
        const auto cost = collective == "all_to_all" ? **network.allToAll({all}) : *network.allReduce({all});
        return builtinCalibration().findStack("Megatron-LM")->collectiveBase.value + cost.time(Bytes(bytes)).value;
    }

private:
    Topology m_topology;
};

struct Measured
{
    std::string fabric, collective;
    std::size_t nodes = 1, devices = 1;
    double bytes = 0, seconds = 0;
};

std::vector<Measured> measuredCollectives()
{
    std::vector<Measured> rows;
    const auto table = readCsvFile(measuredFolder() + "/kernels/collectives_nccl.csv");
    if (!table)
        return rows;
    for (const auto &row : table->rows) {
        const auto number = [&](std::string_view column) { return std::atof(table->cell(row, column).c_str()); };
        Measured one{table->cell(row, "gpu_fabric"),
                     table->cell(row, "collective"),
                     static_cast<std::size_t>(number("nodes")),
                     static_cast<std::size_t>(number("gpus")),
                     number("bytes"),
                     number("time_us") * 1e-6};
        if (one.seconds > 0 && table->cell(row, "source").find("below expectation") == std::string::npos)
            rows.push_back(one);
    }
    return rows;
}

} // namespace

class CollectivesTest : public StrictTest
{
    Q_OBJECT

    /// Relative errors of the rows of one fabric with messages of these sizes.
    static std::vector<double> errors(const Fabric &fabric, const std::string &collective, double smallest,
                                      double largest)
    {
        std::vector<double> result;
        for (const auto &row : measuredCollectives()) {
            if (row.fabric != fabric.words || row.collective != collective || row.bytes < smallest ||
                row.bytes > largest || (row.nodes > 1 && !isRack(fabric)) != (fabric.interLink > 0))
                continue;
            const Bench bench(fabric.node, row.devices, isRack(fabric) ? 1 : row.nodes, fabric.interLink);
            result.push_back(bench.seconds(collective, row.bytes) / row.seconds - 1);
        }
        return result;
    }

private slots:
    void initTestCase()
    {
        if (measuredCollectives().empty())
            QSKIP("no measured data at hand (HETEROSCOPE_MEASURED)");
    }
    void meetTheTable_data()
    {
        QTest::addColumn<QString>("words");
        QTest::addColumn<QString>("node");
        QTest::addColumn<double>("interLink");
        QTest::addColumn<QString>("collective");
        QTest::addColumn<double>("smallest");
        QTest::addColumn<double>("largest");
        QTest::addColumn<double>("mean"); // of the absolute errors
        const auto row = [](const char *words, const char *node, double interLink, double smallest, double largest,
                            double mean, const char *collective = "all_reduce") {
            QTest::newRow((std::string(words) + " " + collective + " from " +
                           std::to_string(std::lround(smallest / mebi)) + " MiB")
                              .c_str())
                << words << node << interLink << collective << smallest << largest << mean;
        };
        constexpr double longest = 1e12, middle = 32 * mebi, large = 512 * mebi;
        row("A100", "8x A100-80GB HGX", 0, large, longest, 0.08);
        row("A100", "8x A100-80GB HGX", 0, middle, large, 0.07);
        row("A100", "8x A100-80GB HGX", 0, mebi, middle, 0.11);
        row("H100-80GB SXM NVLink4 NVSwitch (NVLS)", "8x H100 HGX", 0, large, longest, 0.06);
        row("H100-80GB SXM NVLink4 NVSwitch (NVLS)", "8x H100 HGX", 0, middle, large, 0.02);
        row("H200 SXM", "8x H200 HGX", 0, large, longest, 0.08);
        row("Blackwell 8-GPU node (GPU type not in the excerpt)", "8x B200 HGX", 0, large, longest, 0.08);
        row("GB200 (NVL72 domain)", "72x GB200 NVL72 rack", 0, large, longest, 0.09);
        row("GB200 (NVL72 domain)", "72x GB200 NVL72 rack", 0, middle, large, 0.10);
        row("GB200 (NVL72 domain)", "72x GB200 NVL72 rack", 0, mebi, middle, 0.07);
        row("GB200 (NVL72 domain)", "72x GB200 NVL72 rack", 0, 0, mebi, 0.11);
        row("H100-80GB SXM, EFA v2 3200Gb/s", "8x H100 HGX", 4e11, large, longest, 0.07);
        row("H100-80GB SXM, EFA v2 3200Gb/s", "8x H100 HGX", 4e11, middle, large, 0.20);
        row("H100/H200 8-GPU nodes, IB", "8x H100 HGX", 4e11, large, longest, 0.07);
        row("H100-80GB SXM DGX, NDR IB", "8x H100 HGX", 4e11, 2 * large, longest, 0.09);
        row("H100-80GB SXM DGX, NDR IB", "8x H100 HGX", 4e11, 0, mebi, 0.18);
        row("A100-40GB SXM", "8x A100-40GB HGX", 2e11, large, longest, 0.07);
        row("A100-class (not stated)", "8x A100-80GB HGX", 0, large, longest, 0.06);
        row("A100-class (not stated)", "8x A100-80GB HGX", 0, large, longest, 0.10, "all_to_all");
        row("A100-class (not stated)", "8x A100-80GB HGX", 0, middle, large, 0.13, "all_to_all");
        row("A100-class (not stated)", "8x A100-80GB HGX", 0, mebi, middle, 0.27, "all_to_all");
    }
    void meetTheTable()
    {
        QFETCH(QString, words);
        QFETCH(QString, node);
        QFETCH(double, interLink);
        QFETCH(QString, collective);
        QFETCH(double, smallest);
        QFETCH(double, largest);
        QFETCH(double, mean);
        const auto fabric = words.toStdString();
        const auto box = node.toStdString();
        const auto all = errors({fabric, box.c_str(), interLink}, collective.toStdString(), smallest, largest);
        QVERIFY(!all.empty());
        double sum = 0, bias = 0;
        for (const double error : all) {
            sum += std::abs(error);
            bias += error;
        }
        const auto count = static_cast<double>(all.size());
        QVERIFY2(sum / count <= mean, (std::to_string(sum / count) + ", bias " + std::to_string(bias / count)).c_str());
    }
};

QTEST_GUILESS_MAIN(CollectivesTest)
#include "collectives_test.moc"
