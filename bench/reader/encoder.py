"""Encoders of the BERT family in PyTorch, with weights that may be rounded as the service stores them."""

import json
import struct
from pathlib import Path

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F

GROUP = 32


def rounded(weight):
    """Weights as 4-bit numbers in groups of 32 columns, with the gradient of the unrounded ones (Bengio et al., arXiv 1308.3432)."""
    groups = weight.float().reshape(-1, GROUP)
    scale = scales_of(groups)
    numbers = torch.clamp(torch.round(groups / scale), -8, 7)
    return weight + (numbers * scale - groups).reshape(weight.shape).detach().to(weight.dtype)


def scales_of(groups):
    """The number of largest magnitude becomes −8, or 7 where that fits no better."""
    most = groups.abs().max(dim=1, keepdim=True)
    extreme = groups.gather(1, most.indices)
    scale = -extreme / 8
    return torch.where(scale.abs() < 1e-8, torch.full_like(scale, 1e-8), scale).half().float()


class Linear(nn.Linear):
    rounds = False
    held = None

    def weights(self, kind):
        if self.held is not None:
            return self.held
        return (rounded(self.weight) if self.rounds else self.weight).to(kind)

    def forward(self, x):
        return F.linear(x, self.weights(x.dtype), self.bias.to(x.dtype))


class Layer(nn.Module):
    def __init__(self, width, heads, inner, epsilon):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value = Linear(width, width), Linear(width, width), Linear(width, width)
        self.mixed, self.wide, self.narrow = Linear(width, width), Linear(width, inner), Linear(inner, width)
        self.mixed_norm, self.narrow_norm = nn.LayerNorm(width, epsilon), nn.LayerNorm(width, epsilon)
        self.drop = nn.Dropout(0.1)

    def forward(self, x, mask):
        batch, length, width = x.shape
        parts = [self.query, self.key, self.value]
        both = F.linear(x, torch.cat([part.weights(x.dtype) for part in parts]), torch.cat([part.bias for part in parts]).to(x.dtype))
        split = both.view(batch, length, 3, self.heads, width // self.heads).permute(2, 0, 3, 1, 4)
        query, key, value = split.reshape(3, batch * self.heads, length, width // self.heads)
        # Written out: the gradients of the fused kernels differ from run to run on an accelerator, and are slow on a processor.
        scores = torch.bmm(query, key.transpose(1, 2)).view(batch, self.heads, length, length) * (width // self.heads) ** -0.5 + mask
        mixed = torch.bmm(self.drop(scores.softmax(-1)).view(batch * self.heads, length, length), value)
        mixed = mixed.view(batch, self.heads, length, width // self.heads).transpose(1, 2).reshape(batch, length, width)
        x = self.mixed_norm(x + self.drop(self.mixed(mixed)))
        return self.narrow_norm(x + self.drop(self.narrow(F.gelu(self.wide(x)))))


class Reader(nn.Module):
    """Two numbers: for the whole, how likely the block answers; for each piece, how likely it is a part of the answer."""

    def __init__(self, depth, width, heads, inner, vocabulary, positions, epsilon, relative=0):
        super().__init__()
        self.words, self.positions = nn.Embedding(vocabulary, width), nn.Embedding(positions, width)
        self.norm, self.drop = nn.LayerNorm(width, epsilon), nn.Dropout(0.1)
        self.layers = nn.ModuleList(Layer(width, heads, inner, epsilon) for _ in range(depth))
        self.relative = nn.Embedding(relative, heads) if relative else None
        self.pool, self.answers, self.part = Linear(width, width), nn.Linear(width, 1), nn.Linear(width, 1)
        self.rounds = False
        self.number = torch.float32

    def round_weights(self):
        """Those that learn; frozen ones are as they were read."""
        self.rounds = self.words.weight.requires_grad
        for module in self.modules():
            if isinstance(module, Linear):
                module.rounds = module.weight.requires_grad

    def hold(self, is_held=True):
        """Rounds the weights once for several readings that are learned from together."""
        for layer in self.layers:
            for module in layer.modules():
                if isinstance(module, Linear):
                    module.held = None
                    module.held = module.weights(self.number) if is_held else None

    def forward(self, ids, present):
        """ids, present [batch × length] → [batch], [batch × length]."""
        words = self.words(ids)
        words = rounded(words) if self.rounds else words
        x = self.drop(self.norm(words + self.positions.weight[: ids.shape[1]])).to(self.number)
        mask = torch.zeros(present.shape, dtype=x.dtype, device=x.device).masked_fill(~present, -1e4)[:, None, None, :]
        if self.relative is not None:
            mask = mask + self.relative(relative_buckets(ids.shape[1], ids.device)).permute(2, 0, 1)[None].to(x.dtype)
        for layer in self.layers:
            x = layer(x, mask)
        x = x.float()
        return self.answers(torch.tanh(self.pool(x[:, 0]))).squeeze(-1), self.part(x).squeeze(-1)


def relative_buckets(length, device, buckets=32, furthest=128):
    """The buckets of distances of MPNet (Song et al., arXiv 2004.09297), which are those of T5."""
    at = torch.arange(length, device=device)
    distance = at[:, None] - at[None, :]
    half = buckets // 2
    result = (distance < 0).long() * half
    distance = distance.abs()
    exact = half // 2
    far = exact + (torch.log(distance.clamp(min=1).float() / exact) / np.log(furthest / exact) * (half - exact)).long()
    return result + torch.where(distance < exact, distance, far.clamp(max=half - 1))


def packed(weight):
    """A matrix as the numbers and scales that `rounded` gives: 4-bit numbers + 8, [rows × columns / 2], columns j and j + 16 of a group in a byte."""
    groups = weight.detach().float().cpu().reshape(-1, GROUP)
    scale = scales_of(groups)
    numbers = (torch.clamp(torch.round(groups / scale), -8, 7) + 8).to(torch.uint8).numpy()
    both = numbers[:, : GROUP // 2] | numbers[:, GROUP // 2 :] << 4
    rows = weight.shape[0]
    return both.reshape(rows, -1), scale.half().numpy().reshape(rows, -1)


def exported(reader):
    """Everything that the service needs, as arrays: matrices in 4 bits, the rest as 32-bit floats."""
    arrays = {}
    for name, tensor in reader.state_dict().items():
        if tensor.dim() == 2 and min(tensor.shape) > 2 and not name.startswith("positions"):
            arrays[f"{name}:q4"], arrays[f"{name}:scale"] = packed(tensor)
        else:
            arrays[name] = tensor.detach().float().cpu().numpy()
    return arrays


def read_safetensors(path):
    with open(path, "rb") as file:
        content = file.read()
    (length,) = struct.unpack_from("<Q", content)
    header = json.loads(content[8 : 8 + length])
    types = {"F32": np.float32, "F16": np.float16, "I64": np.int64}
    found = {}
    for name, entry in header.items():
        if name != "__metadata__":
            start, end = entry["data_offsets"]
            numbers = np.frombuffer(content[8 + length + start : 8 + length + end], types[entry["dtype"]])
            found[name] = torch.from_numpy(numbers.reshape(entry["shape"]).copy())
    return found


def bert_reader(path, kept_layers=None, positions=192):
    """A reader that begins as a BERT model. `kept_layers`: numbers of its layers; None: all."""
    tensors = {name.removeprefix("bert."): tensor.float() for name, tensor in read_safetensors(path).items() if tensor.is_floating_point()}
    depth = 1 + max(int(name.split(".")[2]) for name in tensors if name.startswith("encoder.layer."))
    kept = list(range(depth)) if kept_layers is None else kept_layers
    words = tensors["embeddings.word_embeddings.weight"]
    width, inner = words.shape[1], tensors["encoder.layer.0.intermediate.dense.weight"].shape[0]
    heads = {128: 2}.get(width, 12)
    reader = Reader(len(kept), width, heads, inner, words.shape[0], positions, 1e-12)
    reader.words.weight.data = words
    kind = tensors["embeddings.token_type_embeddings.weight"][0]
    reader.positions.weight.data = tensors["embeddings.position_embeddings.weight"][:positions] + kind
    copy_norm(reader.norm, tensors, "embeddings.LayerNorm")
    for layer, number in zip(reader.layers, kept):
        source = f"encoder.layer.{number}"
        for part in ("query", "key", "value"):
            copy_linear(getattr(layer, part), tensors, f"{source}.attention.self.{part}")
        for part, name in (("mixed", "attention.output"), ("wide", "intermediate"), ("narrow", "output")):
            copy_linear(getattr(layer, part), tensors, f"{source}.{name}.dense")
        copy_norm(layer.mixed_norm, tensors, f"{source}.attention.output.LayerNorm")
        copy_norm(layer.narrow_norm, tensors, f"{source}.output.LayerNorm")
    return reader


def mpnet_reader(path, own_pieces=None, pieces=None, positions=192):
    """A reader that begins as MPNet. The files list the pieces of MPNet and of BERT; without them its embeddings are in BERT's order already."""
    tensors = {name: tensor.float() for name, tensor in read_safetensors(path).items() if tensor.is_floating_point()}
    words = tensors["embeddings.word_embeddings.weight"]
    if own_pieces is not None:
        words = words[in_order(own_pieces, pieces)]
    reader = Reader(12, 768, 12, 3072, words.shape[0], positions, 1e-5, relative=32)
    reader.words.weight.data = words
    # Position 0 and 1 stand for padding.
    reader.positions.weight.data = tensors["embeddings.position_embeddings.weight"][2 : positions + 2]
    copy_norm(reader.norm, tensors, "embeddings.LayerNorm")
    reader.relative.weight.data = tensors["encoder.relative_attention_bias.weight"]
    for number, layer in enumerate(reader.layers):
        source = f"encoder.layer.{number}"
        for part, name in (("query", "q"), ("key", "k"), ("value", "v"), ("mixed", "o")):
            copy_linear(getattr(layer, part), tensors, f"{source}.attention.attn.{name}")
        copy_linear(layer.wide, tensors, f"{source}.intermediate.dense")
        copy_linear(layer.narrow, tensors, f"{source}.output.dense")
        copy_norm(layer.mixed_norm, tensors, f"{source}.attention.LayerNorm")
        copy_norm(layer.narrow_norm, tensors, f"{source}.output.LayerNorm")
    return reader


def in_order(own_pieces, pieces):
    own, wanted = (Path(path).read_text(encoding="utf-8").splitlines() for path in (own_pieces, pieces))
    numbers = {piece: number for number, piece in enumerate(own)}
    names = {"[CLS]": "<s>", "[SEP]": "</s>", "[PAD]": "<pad>"}
    return [numbers.get(names.get(piece, piece), numbers["[UNK]"]) for piece in wanted]


def pack_reader(path):
    """A reader that begins as the weights of a pack (.ci/convert-reader-pack.py), each exactly the number that the service computes with."""
    content = Path(path).read_bytes()
    (length,) = struct.unpack_from("<I", content, 12)
    header, base = json.loads(content[48 : 48 + length]), 48 + length
    shape = header["encoder"]

    def section(name, kind):
        entry = header["sections"][name]
        return np.frombuffer(content, kind, entry["bytes"] // np.dtype(kind).itemsize, base + entry["offset"])

    def floats(name, *sizes):
        return torch.from_numpy(section(name, "<f4").reshape(sizes).copy())

    width, inner = shape["width"], shape["feedForward"]
    reader = Reader(shape["depth"], width, shape["heads"], inner, shape["vocabulary"], shape["positions"], shape["normEpsilon"])
    halves = section("words.weight", "u1").reshape(-1, GROUP // 2)
    numbers = np.concatenate([halves & 15, halves >> 4], axis=1).astype(np.float32) - 8
    scales = section("words.scale", "<f2").astype(np.float32)
    reader.words.weight.data = torch.from_numpy((numbers * scales[:, None]).reshape(-1, width))
    reader.positions.weight.data = floats("positions", -1, width)

    def fill_linears(name, linears):
        weights, biases = untiled(section(f"{name}.groups", "u1"), linears[0].in_features), floats(f"{name}.bias", -1)
        rows = len(biases) // len(linears)
        for at, linear in enumerate(linears):
            linear.weight.data, linear.bias.data = weights[at * rows : (at + 1) * rows].clone(), biases[at * rows : (at + 1) * rows].clone()

    def fill_norm(name, norm):
        norm.weight.data, norm.bias.data = floats(f"{name}.gain", width), floats(f"{name}.shift", width)

    fill_norm("embedding.norm", reader.norm)
    for at, layer in enumerate(reader.layers):
        fill_linears(f"layer{at}.attention", [layer.query, layer.key, layer.value])
        for part in ("mixed", "wide", "narrow"):
            fill_linears(f"layer{at}.{part}", [getattr(layer, part)])
        fill_norm(f"layer{at}.mixed.norm", layer.mixed_norm)
        fill_norm(f"layer{at}.narrow.norm", layer.narrow_norm)
    fill_linears("head.pool", [reader.pool])
    reader.answers.weight.data, reader.part.weight.data = floats("head.answers", 1, width), floats("head.part", 1, width)
    bias = floats("head.bias", 2)
    reader.answers.bias.data, reader.part.bias.data = bias[:1].clone(), bias[1:].clone()
    return reader


def untiled(content, columns):
    """The matrix whose rows the pack has by eights: for each 32 columns, eight scales and 128 bytes, rows 0 to 3 in their low halves."""
    groups = columns // GROUP
    tiles = content.reshape(-1, groups, 160)
    scales = np.ascontiguousarray(tiles[:, :, :32]).view("<f4")
    both = tiles[:, :, 32:].reshape(-1, groups, GROUP // 4, 4, 4)
    # [eights, groups, quads of columns, row of eight, column of four]
    numbers = np.concatenate([both & 15, both >> 4], axis=3).astype(np.float32) - 8
    weights = numbers * scales[:, :, None, :, None]
    return torch.from_numpy(weights.transpose(0, 3, 1, 2, 4).reshape(-1, columns).copy())


def dither(reader, generator):
    """Moves each weight within the numbers that are rounded to its own, so that a small step of learning changes some of them. Without this a
    reader that begins rounded would be rounded back to where it began. Those of largest magnitude stay: they are the scales."""
    for module in reader.modules():
        if isinstance(module, Linear) and module.weight.requires_grad:
            groups = module.weight.data.view(-1, GROUP)
            scale = scales_of(groups)
            free = (groups / scale).round() > -8
            groups += torch.where(free, (torch.rand(groups.shape, generator=generator) - 0.5) * 0.98 * scale, torch.zeros_like(groups))


def copy_linear(linear, tensors, name):
    linear.weight.data, linear.bias.data = tensors[f"{name}.weight"], tensors[f"{name}.bias"]


def copy_norm(norm, tensors, name):
    gain = f"{name}.weight" if f"{name}.weight" in tensors else f"{name}.gamma"
    shift = f"{name}.bias" if f"{name}.bias" in tensors else f"{name}.beta"
    norm.weight.data, norm.bias.data = tensors[gain], tensors[shift]
