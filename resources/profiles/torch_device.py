# SPDX-License-Identifier: GPL-3.0-or-later
"""What collect.py measures, in PyTorch: on the GPU of this process, else on the CPU, and between the processes of
torchrun. ROCm answers to the names of CUDA here, as in PyTorch."""

import datetime
import os
import platform
import sys
import time

LAUNCHES = 100


def start(only_cpu, processes):
    """The device of this process, and the group of all processes where there are several."""
    try:
        import torch
    except ImportError:
        sys.exit("PyTorch is not installed. Install it as https://pytorch.org/get-started says for your GPU, for example "
                 "with: python3 -m pip install torch")
    if sys.version_info < (3, 9):
        sys.exit("Python 3.9 or newer is needed")
    device = TorchDevice(torch, only_cpu)
    return device, Group(torch, device) if processes > 1 else None


class TorchDevice:
    """Kernels on one device. prepare() gives a function for each pass; called with a count it runs the pass that many
    times and returns the seconds of one."""

    def __init__(self, torch, only_cpu):
        self.torch = torch
        self.cuda = torch.cuda.is_available() and not only_cpu
        rocm = getattr(torch.version, "hip", None)
        self.software = {"pytorch": torch.__version__, "python": platform.python_version()}
        if self.cuda:
            self.device = torch.device("cuda", int(os.environ.get("LOCAL_RANK", "0")) % torch.cuda.device_count())
            torch.cuda.set_device(self.device)
            properties = torch.cuda.get_device_properties(self.device)
            self.name, self.kind = torch.cuda.get_device_name(self.device), "rocm" if rocm else "cuda"
            self.memory, self.processors = int(properties.total_memory), int(properties.multi_processor_count)
            self.software["runtime"] = f"ROCm {rocm}" if rocm else f"CUDA {torch.version.cuda}"
            self.divisor = 1
        else:
            self.device, self.name, self.kind = torch.device("cpu"), "CPU " + platform.machine(), "cpu"
            self.memory, self.processors = memory_of_host(), os.cpu_count() or 1
            self.divisor = 8
        self.precisions = self.known_precisions()
        self.expert_precision = "bf16" if self.grouped_product() else None
        self.attention_precision = next((p for p in self.precisions if p in ("bf16", "fp16")), "fp32")
        self.attention_kernels = self.known_kernels()

    def known_precisions(self):
        if not self.cuda:
            return ("fp32", "bf16")
        # Emulated bf16 of older devices says nothing; tf32 exists from the same generation on.
        matrix_units = self.kind == "rocm" or self.torch.cuda.get_device_capability(self.device)[0] >= 8
        if not matrix_units:
            return ("fp16", "fp32")
        wide = ("bf16", "fp16", "fp32") if self.kind == "rocm" else ("bf16", "fp16", "tf32", "fp32")
        return wide + ("fp8",) if self.scaled_products() else wide

    def scaled_products(self):
        """Products in 8 bits with one scale a tensor: from Ada and Hopper on."""
        return (self.kind == "cuda" and hasattr(self.torch, "_scaled_mm") and hasattr(self.torch, "float8_e4m3fn")
                and self.torch.cuda.get_device_capability(self.device) >= (8, 9))

    def grouped_product(self):
        """The product of several experts in one launch; None where there is no kernel for it: elsewhere PyTorch multiplies
        one expert after the other."""
        if not self.cuda or self.kind == "rocm" or self.torch.cuda.get_device_capability(self.device)[0] < 9:
            return None
        return getattr(self.torch.nn.functional, "grouped_mm", None) or getattr(self.torch, "_grouped_mm", None)

    def known_kernels(self):
        """`open`: FlashAttention-2 and the like; `vendor`: the fused kernel of the maker's library."""
        if not hasattr(self.torch.nn.functional, "scaled_dot_product_attention"):
            return ()
        vendor = self.cuda and self.backends("vendor")
        return ("open", "vendor") if vendor else ("open",)

    def backends(self, kernels):
        try:
            from torch.nn.attention import SDPBackend
        except ImportError:
            return []
        if kernels == "vendor":
            return [SDPBackend.CUDNN_ATTENTION] if hasattr(SDPBackend, "CUDNN_ATTENTION") else []
        return [SDPBackend.FLASH_ATTENTION, SDPBackend.EFFICIENT_ATTENTION]

    def dtype(self, precision):
        allowed = precision == "tf32"
        self.torch.backends.cuda.matmul.allow_tf32 = allowed
        return {"fp16": self.torch.float16, "bf16": self.torch.bfloat16}.get(precision, self.torch.float32)

    def prepare(self, kind, sizes):
        """None where the device has no room, or no such kernel."""
        try:
            return {"products": self.products, "streams": self.streams, "attention": self.attention,
                    "launch": self.launch}[kind](**sizes)
        except (RuntimeError, NotImplementedError):  # out of memory is a RuntimeError
            self.release()
            return None

    def release(self):
        if self.cuda:
            self.torch.cuda.empty_cache()

    def repeated(self, call, calls_inside=1):
        """The function that times `call`."""
        def work(count):
            if not self.cuda:
                begin = time.perf_counter()
                for _ in range(count):
                    call()
                return (time.perf_counter() - begin) / (count * calls_inside)
            begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
            begin.record()
            for _ in range(count):
                call()
            end.record()
            end.synchronize()
            return begin.elapsed_time(end) / 1e3 / (count * calls_inside)
        call()
        return work

    def products(self, precision, m, n, k, experts=1):
        if experts > 1:
            return self.products_of_experts(precision, m, n, k, experts)
        if precision == "fp8":
            return self.products_in_8_bits(m, n, k)
        torch, dtype = self.torch, self.dtype(precision)
        # Values as in training: all zeros would let the device draw less power and run faster.
        a = torch.randn(m, k, device=self.device).to(dtype)
        b = torch.randn(n, k, device=self.device).to(dtype).t()  # weights are stored by output
        out = torch.empty(m, n, device=self.device, dtype=dtype)
        return {"time": self.repeated(lambda: torch.mm(a, b, out=out))}

    def products_in_8_bits(self, m, n, k):
        """One scale a tensor, result in bf16; without the casts, which take time of their own."""
        torch = self.torch
        a = torch.randn(m, k, device=self.device).to(torch.float8_e4m3fn)
        b = torch.randn(n, k, device=self.device).to(torch.float8_e4m3fn).t()
        one = torch.ones((), device=self.device)
        return {"time": self.repeated(lambda: torch._scaled_mm(a, b, scale_a=one, scale_b=one, out_dtype=torch.bfloat16,
                                                               use_fast_accum=True))}

    def products_of_experts(self, precision, m, n, k, experts):
        """As many rows for each, as under balanced routing."""
        torch, dtype, grouped = self.torch, self.dtype(precision), self.grouped_product()
        a = torch.randn(experts * m, k, device=self.device).to(dtype)
        b = torch.randn(experts, n, k, device=self.device).to(dtype).transpose(-2, -1)  # weights are stored by output
        ends = torch.arange(m, experts * m + 1, m, device=self.device, dtype=torch.int32)
        return {"time": self.repeated(lambda: grouped(a, b, offs=ends))}

    def streams(self, bytes):
        torch = self.torch
        source = torch.ones(bytes // 8, device=self.device, dtype=torch.float32)
        target = torch.empty_like(source)
        return {"time": self.repeated(lambda: target.copy_(source))}

    def launch(self):
        """The gap between kernels that depend on each other: on a GPU from a graph, so that the host does not count."""
        torch = self.torch
        value = torch.zeros(1, device=self.device)

        def chain():
            for _ in range(LAUNCHES):
                value.add_(1)
        if not self.cuda:
            return {"time": self.repeated(chain, LAUNCHES)}
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            chain()
        torch.cuda.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            chain()
        return {"time": self.repeated(graph.replay, LAUNCHES)}

    def attention(self, precision, kernels, batch, heads, headDim, sequence):
        torch, dtype = self.torch, self.dtype(precision)
        query, key, value = (torch.randn(batch, heads, sequence, headDim, device=self.device).to(dtype).requires_grad_()
                             for _ in range(3))

        def forward():
            return torch.nn.functional.scaled_dot_product_attention(query, key, value, is_causal=True)

        chosen = self.backends(kernels) if self.cuda else []
        if chosen:
            from torch.nn.attention import sdpa_kernel
            plain = forward

            def forward():
                with sdpa_kernel(chosen):
                    return plain()
        elif kernels == "vendor":
            return None
        output = forward()
        gradient = torch.randn_like(output)
        return {"forward": self.repeated(forward),
                "backward": self.repeated(lambda: torch.autograd.grad(output, (query, key, value), gradient,
                                                                      retain_graph=True))}


def memory_of_host():
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError, AttributeError):
        return 2 ** 33


class Group:
    """Collectives over all processes of torchrun."""

    def __init__(self, torch, device):
        import torch.distributed as distributed
        self.torch, self.distributed, self.device = torch, distributed, device
        # The others wait while the first process measures its device.
        distributed.init_process_group("nccl" if device.cuda else "gloo", timeout=datetime.timedelta(hours=2))
        self.rank, self.devices = distributed.get_rank(), distributed.get_world_size()
        self.nodes = max(1, self.devices // int(os.environ.get("LOCAL_WORLD_SIZE", str(self.devices))))
        library = "gloo"
        if device.cuda:
            library = ("RCCL " if device.kind == "rocm" else "NCCL ") + ".".join(map(str, torch.cuda.nccl.version()))
        device.software["collectives"] = library

    def members(self, operation):
        """Devices and nodes that take part."""
        return (2, min(2, self.nodes)) if operation == "sendReceive" else (self.devices, self.nodes)

    def agreed(self, number):
        """The number of the first process, on all."""
        tensor = self.torch.tensor([number], device=self.device.device, dtype=self.torch.int64)
        self.distributed.broadcast(tensor, 0)
        return int(tensor.item())

    def wait(self):
        self.agreed(0)

    def prepare(self, operation, size):
        """None where the library has no such call for these tensors; all processes find that out."""
        try:
            timed = self.device.repeated(self.call(operation, size))
        except (RuntimeError, NotImplementedError):
            return None

        def work(number):
            self.wait()
            return timed(number)
        return work

    def call(self, operation, size):
        """Tensors of bf16 on a GPU, as gradients and activations are; gloo has no bf16."""
        torch, distributed = self.torch, self.distributed
        dtype, element = (torch.bfloat16, 2) if self.device.cuda else (torch.float32, 4)
        part = max(1, size // element // self.devices)
        whole = torch.zeros(part * self.devices, device=self.device.device, dtype=dtype)
        if operation == "allReduce":
            return lambda: distributed.all_reduce(whole)
        if operation == "allGather":
            mine = whole[:part].clone()
            if not self.device.cuda:
                parts = list(whole.split(part))
                return lambda: distributed.all_gather(parts, mine)
            gather = getattr(distributed, "all_gather_into_tensor", None) or distributed._all_gather_base
            return lambda: gather(whole, mine)
        if operation == "allToAll":
            other = torch.empty_like(whole)
            return lambda: distributed.all_to_all_single(other, whole)
        # From the first process to the last, which is on another node where there are several.
        last = self.devices - 1
        if self.rank == 0:
            return lambda: distributed.send(whole, last)
        return (lambda: distributed.recv(whole, 0)) if self.rank == last else lambda: None

    def end(self):
        self.distributed.destroy_process_group()
