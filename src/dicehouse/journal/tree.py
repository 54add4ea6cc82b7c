"""The Merkle tree of RFC 6962 over the bodies of the entries, one leaf for each.

A root stands for every entry up to a size. An inclusion proof shows that an entry is under a root, a consistency proof
that one root goes on from another; both are a few hashes, and checking them needs no entry. Appending keeps the right
edge of the tree and nothing else, so a tree over a million entries is at most twenty hashes.
"""

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

Range = tuple[int, int]
"""Leaves from the first, counted from 0, up to but without the second."""

EMPTY: Final = hashlib.sha256().digest()
"""The root of no leaves."""


def leaf(body: bytes) -> bytes:
    return hashlib.sha256(b"\x00" + body).digest()


def node(left: bytes, right: bytes) -> bytes:
    return hashlib.sha256(b"\x01" + left + right).digest()


class Tree:
    """A growing tree: the roots of its whole subtrees, the largest first."""

    def __init__(self, size: int = 0, edge: Iterable[bytes] = ()) -> None:
        """Empty, or as it was left at a size with that edge."""
        self.size = size
        self._edge = list(edge)
        if len(self._edge) != size.bit_count():
            raise ValueError(
                f"the edge of a tree of {size} leaves has {size.bit_count()} hashes, not {len(self._edge)};"
                " give the edge that the tree had at that size"
            )

    @property
    def edge(self) -> tuple[bytes, ...]:
        return tuple(self._edge)

    def append(self, leaf: bytes) -> None:
        """Put a leaf to the right; every subtree that this makes whole becomes one hash."""
        size = self.size
        while size & 1:
            leaf = node(self._edge.pop(), leaf)
            size >>= 1
        self._edge.append(leaf)
        self.size += 1

    @property
    def root(self) -> bytes:
        if not self._edge:
            return EMPTY
        *left, root = self._edge
        for it in reversed(left):
            root = node(it, root)
        return root


def root_of(leaves: Iterable[bytes]) -> bytes:
    tree = Tree()
    for it in leaves:
        tree.append(it)
    return tree.root


# --- proofs: which parts of the tree they are made of, and their roots in one pass over the leaves


def inclusion_proof(leaves: Iterable[bytes], index: int, size: int) -> list[bytes]:
    """What shows that a leaf, counted from 0, is under the root of the first `size` leaves."""
    if not 0 <= index < size:
        raise ValueError(f"leaf {index} is not in a tree of {size}; name one from 0 to {size - 1}")
    return _roots(_beside(index, 0, size), leaves, size)


def consistency_proof(leaves: Iterable[bytes], earlier: int, size: int) -> list[bytes]:
    """What shows that the root of the first `size` leaves goes on from that of the first `earlier`."""
    if not 0 <= earlier <= size:
        raise ValueError(f"a tree of {size} leaves does not go on from one of {earlier}; give the smaller one first")
    return _roots(_between(earlier, size), leaves, size)


def _split(first: int, end: int) -> int:
    """Where RFC 6962 parts a subtree: the left side is the largest power of two that leaves a right side."""
    return first + (1 << (end - first - 1).bit_length() - 1)


def _beside(index: int, first: int, end: int) -> list[Range]:
    """The subtrees beside the way from a leaf up to the root, from below."""
    beside: list[Range] = []
    while end - first > 1:
        middle = _split(first, end)
        if index < middle:
            beside.append((middle, end))
            end = middle
        else:
            beside.append((first, middle))
            first = middle
    return beside[::-1]


def _between(earlier: int, size: int) -> list[Range]:
    """The subtrees from which both roots can be made, from below."""
    if earlier in (0, size):
        return []
    first, end = 0, size
    parts: list[Range] = []
    while end != earlier:
        middle = _split(first, end)
        if earlier <= middle:
            parts.append((middle, end))
            end = middle
        else:
            parts.append((first, middle))
            first = middle
    if first:  # otherwise it is the earlier tree itself, whose root the reader has
        parts.append((first, end))
    return parts[::-1]


def _roots(ranges: Sequence[Range], leaves: Iterable[bytes], size: int) -> list[bytes]:
    """The roots of ranges that do not overlap, in one pass and in the memory of their edges."""
    trees = {it: Tree() for it in ranges}
    waiting = sorted(ranges, reverse=True)
    end = max((it[1] for it in ranges), default=0)
    at = 0
    for it in leaves:
        if at == end:
            break
        if at == waiting[-1][1]:
            waiting.pop()
        if at >= waiting[-1][0]:
            trees[waiting[-1]].append(it)
        at += 1
    if at < end:
        raise ValueError(f"there are only {at} leaves for a proof over {size}; give them all, from the first")
    return [trees[it].root for it in ranges]


def is_included(leaf: bytes, index: int, size: int, proof: Sequence[bytes], root: bytes) -> bool:
    """Whether a proof shows a leaf under a root."""
    if not 0 <= index < size:
        return False
    ranges = _beside(index, 0, size)
    if len(ranges) != len(proof):
        return False
    for (first, _), it in zip(ranges, proof, strict=True):
        leaf = node(it, leaf) if first < index else node(leaf, it)
    return leaf == root


def is_consistent(earlier: int, before: bytes, size: int, root: bytes, proof: Sequence[bytes]) -> bool:
    """Whether a proof shows that a root of `size` leaves goes on from the root `before` of `earlier` leaves."""
    if not 0 <= earlier <= size:
        return False
    if earlier == 0:
        return before == EMPTY and not proof
    if earlier == size:
        return before == root and not proof
    ranges = _between(earlier, size)
    if len(ranges) != len(proof):
        return False
    parts = list(zip(ranges, proof, strict=True))
    # The lowest part ends both trees alike; it is the whole earlier tree where that is a whole subtree.
    old = new = before if ranges[0][1] > earlier else parts.pop(0)[1]
    for (first, _), it in parts:
        if first < earlier:
            old, new = node(it, old), node(it, new)
        else:
            new = node(new, it)
    return old == before and new == root
