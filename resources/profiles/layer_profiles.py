# SPDX-License-Identifier: GPL-3.0-or-later
"""Measures transformer layers with PyTorch on this machine's GPU (or CPU) and writes a layer profile.

One block, the output head with its loss, and the embedding are timed forwards and backwards for each tensor degree and
micro-batch size. A tensor degree is measured on one device by its sharded shapes, so the times hold no communication.
Each time is the median of several runs after a warm-up. The file follows resources/schema/profile.schema.json; README.md
beside this script says how to use it. `collect.py --model` runs it.

    python3 collect.py --model config.json --device "A100-80GB SXM" --tp 1 2 4 8 --micro-batch 1 2 4 -o profiles/a100.json
"""

import argparse
import datetime
import json
import statistics
import sys
import time

# hidden, heads, key-value heads, ffn, vocabulary, sequence, gated MLP
BUILT_IN = {
    "gpt2-xl": (1600, 25, 25, 6400, 50257, 1024, False),
    "gpt3-1.3b": (2048, 16, 16, 8192, 51200, 2048, False),
    "gpt3-6.7b": (4096, 32, 32, 16384, 51200, 2048, False),
    "gpt3-13b": (5120, 40, 40, 20480, 51200, 2048, False),
    "llama-2-7b": (4096, 32, 32, 11008, 32000, 4096, True),
    "llama-2-13b": (5120, 40, 40, 13824, 32000, 4096, True),
    "llama-3-8b": (4096, 32, 8, 14336, 128256, 8192, True),
}
PRECISIONS = ("fp32", "tf32", "fp16", "bf16")
UNGATED_ACTIVATIONS = ("gelu", "gelu_new", "gelu_fast", "gelu_pytorch_tanh", "relu")


class Model:
    """The shape of the layers."""

    def __init__(self, hidden, heads, kv_heads, ffn, vocab, sequence, gated):
        self.hidden, self.heads, self.kv_heads = hidden, heads, kv_heads
        self.ffn, self.vocab, self.sequence, self.gated = ffn, vocab, sequence, gated
        self.head_dim = hidden // heads

    @staticmethod
    def read(name):
        if name in BUILT_IN:
            return Model(*BUILT_IN[name])
        try:
            with open(name, encoding="utf-8") as file:
                config = json.load(file)
        except (OSError, ValueError) as problem:
            sys.exit(f"{name}: {problem}; expected a Hugging Face config.json or one of {', '.join(sorted(BUILT_IN))}")
        if not isinstance(config, dict):
            sys.exit(f"{name}: expected an object, as in a Hugging Face config.json")

        def first(*keys, default=None):
            for key in keys:
                if isinstance(config.get(key), int):
                    return config[key]
            if default is None:
                sys.exit(f"{name}: none of {', '.join(keys)} is there; expected a Hugging Face config.json")
            return default

        if any(key in config for key in ("num_local_experts", "n_routed_experts", "num_experts")):
            sys.exit(f"{name}: a mixture of experts; layer profiles are for dense models")
        hidden = first("hidden_size", "n_embd", "d_model")
        heads = first("num_attention_heads", "n_head")
        activation = str(config.get("hidden_act", config.get("activation_function", "silu")))
        if hidden % heads:
            sys.exit(f"{name}: hidden size {hidden} is no multiple of its {heads} heads")
        return Model(hidden, heads, first("num_key_value_heads", default=heads),
                     first("intermediate_size", "n_inner", "ffn_dim", default=4 * hidden), first("vocab_size"),
                     first("max_position_embeddings", "n_positions", default=2048),
                     activation not in UNGATED_ACTIVATIONS)

    def shard(self, tp):
        """Sizes on one device of a tensor group."""
        return {
            "heads": self.heads // tp,
            "kv_heads": max(1, self.kv_heads // tp),
            "ffn": self.ffn // tp,
            "vocab": -(-self.vocab // tp),
        }


class DryRun:
    """Stands in for a device: every layer at a fixed rate. For tests, and to look at the file before measuring."""

    name = "no device"
    version = "none"

    def __init__(self, model, rate):
        self.model, self.rate = model, rate

    def measure(self, tp, batch, precision, iterations, warm_up):
        del precision, iterations, warm_up
        model, shard = self.model, self.model.shard(tp)
        tokens = batch * model.sequence
        width = (shard["heads"] + 2 * shard["kv_heads"]) * model.head_dim
        products = width + shard["heads"] * model.head_dim + (3 if model.gated else 2) * shard["ffn"]
        block = 2 * tokens * model.hidden * products + 2 * tokens * model.sequence * shard["heads"] * model.head_dim
        head = 2 * tokens * model.hidden * shard["vocab"]
        embedding = 2 * tokens * model.hidden

        def times(flop):
            return {"forward": flop / self.rate, "backward": 2 * flop / self.rate}

        return {"block": times(block), "head": times(head), "embedding": times(embedding)}


class TorchDevice:
    """Layers in PyTorch on the first GPU, else on the CPU."""

    def __init__(self, model):
        try:
            import torch
        except ImportError:
            sys.exit("PyTorch is not installed: install it from pytorch.org, or look at the file with --dry-run 1e12")
        self.torch, self.model = torch, model
        self.cuda = torch.cuda.is_available()
        self.device = torch.device("cuda" if self.cuda else "cpu")
        self.version = torch.__version__
        if self.cuda:
            self.name = torch.cuda.get_device_name(self.device)
        else:
            import platform
            self.name = "CPU " + (platform.processor() or platform.machine())

    def measure(self, tp, batch, precision, iterations, warm_up):
        """Times of the three layers, or None when they do not fit the device."""
        torch, model = self.torch, self.model
        torch.backends.cuda.matmul.allow_tf32 = precision == "tf32"
        torch.backends.cudnn.allow_tf32 = precision == "tf32"
        dtype = {"fp16": torch.float16, "bf16": torch.bfloat16}.get(precision, torch.float32)
        shard = model.shard(tp)
        result = {}
        try:
            for layer, make in (("block", self.block), ("head", self.head), ("embedding", self.embedding)):
                module, make_input = make(shard, batch, dtype)
                result[layer] = self.time_layer(module.to(self.device, dtype), make_input, iterations, warm_up)
                del module
        except torch.cuda.OutOfMemoryError:
            return None
        finally:
            if self.cuda:
                torch.cuda.empty_cache()
        return result

    def hidden_states(self, batch, dtype):
        torch, model = self.torch, self.model
        return torch.randn(batch, model.sequence, model.hidden, device=self.device, dtype=dtype, requires_grad=True)

    def block(self, shard, batch, dtype):
        torch, model = self.torch, self.model
        nn, functional = torch.nn, torch.nn.functional
        heads, kv_heads, ffn, head_dim = shard["heads"], shard["kv_heads"], shard["ffn"], model.head_dim

        def causal_attention(query, key, value):
            if hasattr(functional, "scaled_dot_product_attention"):
                return functional.scaled_dot_product_attention(query, key, value, is_causal=True)
            # PyTorch before 2.0 has no fused kernel.
            scores = query @ key.transpose(-2, -1) / head_dim ** 0.5
            later = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).triu(1)
            return scores.masked_fill(later, float("-inf")).softmax(-1) @ value

        class Block(nn.Module):
            def __init__(self):
                super().__init__()
                self.attention_norm, self.mlp_norm = nn.LayerNorm(model.hidden), nn.LayerNorm(model.hidden)
                self.qkv = nn.Linear(model.hidden, (heads + 2 * kv_heads) * head_dim, bias=False)
                self.output = nn.Linear(heads * head_dim, model.hidden, bias=False)
                self.up = nn.Linear(model.hidden, (2 if model.gated else 1) * ffn, bias=False)
                self.down = nn.Linear(ffn, model.hidden, bias=False)

            def attention(self, x):
                sizes = [heads * head_dim, kv_heads * head_dim, kv_heads * head_dim]
                query, key, value = self.qkv(x).split(sizes, dim=-1)

                def by_head(tensor, count):
                    tensor = tensor.view(x.shape[0], x.shape[1], count, head_dim).transpose(1, 2)
                    return tensor.repeat_interleave(heads // count, dim=1) if count < heads else tensor

                core = causal_attention(by_head(query, heads), by_head(key, kv_heads), by_head(value, kv_heads))
                return self.output(core.transpose(1, 2).reshape(x.shape[0], x.shape[1], heads * head_dim))

            def mlp(self, x):
                inner = self.up(x)
                if model.gated:
                    gate, inner = inner.chunk(2, dim=-1)
                    return self.down(functional.silu(gate) * inner)
                return self.down(functional.gelu(inner))

            def forward(self, x):
                x = x + self.attention(self.attention_norm(x))
                return x + self.mlp(self.mlp_norm(x))

        return Block(), lambda: (self.hidden_states(batch, dtype),)

    def head(self, shard, batch, dtype):
        torch, model = self.torch, self.model
        nn, functional = torch.nn, torch.nn.functional

        class Head(nn.Module):
            def __init__(self):
                super().__init__()
                self.norm = nn.LayerNorm(model.hidden)
                self.logits = nn.Linear(model.hidden, shard["vocab"], bias=False)

            def forward(self, x, labels):
                logits = self.logits(self.norm(x)).float()
                return functional.cross_entropy(logits.view(-1, shard["vocab"]), labels)

        labels = torch.randint(0, shard["vocab"], (batch * model.sequence,), device=self.device)
        return Head(), lambda: (self.hidden_states(batch, dtype), labels)

    def embedding(self, shard, batch, dtype):
        del dtype
        torch, model = self.torch, self.model
        tokens = torch.randint(0, shard["vocab"], (batch, model.sequence), device=self.device)
        return torch.nn.Embedding(shard["vocab"], model.hidden), lambda: (tokens,)

    def time_layer(self, module, make_input, iterations, warm_up):
        torch = self.torch
        forward, backward = [], []
        for run in range(warm_up + iterations):
            inputs = make_input()
            marks = [self.mark()]
            output = module(*inputs)
            marks.append(self.mark())
            output.backward(torch.ones_like(output))
            marks.append(self.mark())
            if self.cuda:
                torch.cuda.synchronize()
            if run >= warm_up:
                forward.append(self.between(marks[0], marks[1]))
                backward.append(self.between(marks[1], marks[2]))
        return {"forward": statistics.median(forward), "backward": statistics.median(backward)}

    def mark(self):
        if not self.cuda:
            return time.perf_counter()
        event = self.torch.cuda.Event(enable_timing=True)
        event.record()
        return event

    def between(self, begin, end):
        return begin.elapsed_time(end) / 1000 if self.cuda else end - begin


def arguments(words):
    parser = argparse.ArgumentParser(prog="collect.py", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True, help="config.json of Hugging Face, or " + ", ".join(sorted(BUILT_IN)))
    parser.add_argument("--device", required=True, help="the catalog's name of this device (hscope catalog devices)")
    parser.add_argument("--stack", default="", help="only for projects of this software stack; default: of any")
    parser.add_argument("--tp", type=int, nargs="+", default=[1, 2, 4, 8], help="tensor degrees")
    parser.add_argument("--micro-batch", type=int, nargs="+", default=[1, 2, 4], help="sequences a micro-batch")
    parser.add_argument("--sequence", type=int, help="tokens a sequence; default: the model's longest")
    parser.add_argument("--precision", choices=PRECISIONS, default="bf16")
    parser.add_argument("--iterations", type=int, default=20, help="timed runs, of which the median is taken")
    parser.add_argument("--warm-up", type=int, default=5, help="runs before them")
    parser.add_argument("--dry-run", type=float, metavar="FLOPS",
                        help="measure nothing: every layer at this many FLOP a second")
    parser.add_argument("-o", "--output", required=True, help="file to write")
    options = parser.parse_args(words)
    for name in ("tp", "micro_batch"):
        if min(getattr(options, name)) < 1:
            parser.error(f"--{name.replace('_', '-')} must be at least 1")
    if options.iterations < 1 or options.warm_up < 0 or (options.sequence or 1) < 1:
        parser.error("--iterations and --sequence must be at least 1, --warm-up at least 0")
    if options.dry_run is not None and not options.dry_run > 0:
        parser.error("--dry-run must be above 0")
    return options


def main(words):
    options = arguments(words)
    model = Model.read(options.model)
    model.sequence = options.sequence or model.sequence
    device = DryRun(model, options.dry_run) if options.dry_run else TorchDevice(model)
    date = datetime.date.today().isoformat()
    how = (f"dry run at {options.dry_run:g} FLOP/s, not measured" if options.dry_run else
           f"collect.py on {device.name}, PyTorch {device.version}, {date}, median of {options.iterations}")
    profiles = []
    for tp in options.tp:
        if model.heads % tp or model.ffn % tp:
            print(f"tensor degree {tp} left out: it does not divide {model.heads} heads and ffn {model.ffn}",
                  file=sys.stderr)
            continue
        for batch in options.micro_batch:
            times = device.measure(tp, batch, options.precision, options.iterations, options.warm_up)
            if times is None:
                print(f"tensor degree {tp}, micro-batch {batch} left out: out of memory", file=sys.stderr)
                continue
            profile = {"device": options.device}
            if options.stack:
                profile["softwareStack"] = options.stack
            profile.update({
                "hidden": model.hidden, "heads": model.heads, "ffn": model.ffn, "vocab": model.vocab,
                "sequence": model.sequence, "tensorParallel": tp, "microBatch": batch,
                "precision": options.precision, "recompute": "none", "communication": False,
                **times,
                "source": how, "x-deviceName": device.name, "x-torch": device.version, "x-date": date,
            })
            profiles.append(profile)
            print(f"TP {tp}, micro-batch {batch}: block {times['block']['forward'] * 1e3:.3f} ms forward, "
                  f"{times['block']['backward'] * 1e3:.3f} ms backward", file=sys.stderr)
    if not profiles:
        sys.exit("nothing was measured; nothing is written")
    try:
        with open(options.output, "w", encoding="utf-8") as file:
            json.dump({"formatVersion": 1, "profiles": profiles}, file, indent=2)
            file.write("\n")
    except OSError as problem:
        sys.exit(f"{options.output}: {problem}")


if __name__ == "__main__":
    main(sys.argv[1:])
