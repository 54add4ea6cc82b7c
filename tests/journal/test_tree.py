"""The Merkle tree: by the recursion of RFC 6962 written out plainly, by known roots, and by proofs that were bent."""

import hashlib
import tracemalloc
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dicehouse.journal.tree import (
    EMPTY,
    Tree,
    consistency_proof,
    inclusion_proof,
    is_consistent,
    is_included,
    leaf,
    node,
    root_of,
)
from tests.support import exactly

BODIES = [f"entry {it}".encode() for it in range(300)]
LEAVES = [leaf(it) for it in BODIES]

# --- RFC 6962, section 2.1, as it is written, from the bodies


def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()


def mth(bodies: Sequence[bytes]) -> bytes:
    n = len(bodies)
    if n == 0:
        return sha(b"")
    if n == 1:
        return sha(b"\x00" + bodies[0])
    k = power_below(n)
    return sha(b"\x01" + mth(bodies[:k]) + mth(bodies[k:]))


def power_below(n: int) -> int:
    return max(1 << it for it in range(n.bit_length()) if 1 << it < n)


def path(m: int, bodies: Sequence[bytes]) -> list[bytes]:
    n = len(bodies)
    if n == 1:
        return []
    k = power_below(n)
    return [*path(m, bodies[:k]), mth(bodies[k:])] if m < k else [*path(m - k, bodies[k:]), mth(bodies[:k])]


def subproof(m: int, bodies: Sequence[bytes], whole: bool) -> list[bytes]:
    n = len(bodies)
    if m == n:
        return [] if whole else [mth(bodies)]
    k = power_below(n)
    if m <= k:
        return [*subproof(m, bodies[:k], whole), mth(bodies[k:])]
    return [*subproof(m - k, bodies[k:], False), mth(bodies[:k])]


ROOTS = {n: mth(BODIES[:n]) for n in range(len(BODIES) + 1)}

# --- roots


def test_the_hashes_of_nothing_of_a_leaf_and_of_a_node_are_those_of_the_rfc() -> None:
    assert EMPTY.hex() == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert leaf(b"").hex() == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    assert leaf(b"a") == sha(b"\x00a")
    assert node(b"l" * 32, b"r" * 32) == sha(b"\x01" + b"l" * 32 + b"r" * 32)


CERTIFICATES = [bytes.fromhex(it) for it in ["", "00", "10", "2021", "3031", "40414243", "5051525354555657"]]
CERTIFICATES += [bytes.fromhex("606162636465666768696a6b6c6d6e6f")]


@pytest.mark.parametrize(
    "size, root",
    [
        (1, "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"),
        (2, "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125"),
        (3, "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77"),
        (4, "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7"),
        (5, "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4"),
        (6, "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef"),
        (7, "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c"),
        (8, "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328"),
    ],
)
def test_the_roots_are_those_that_other_logs_of_certificates_give(size: int, root: str) -> None:
    assert root_of(map(leaf, CERTIFICATES[:size])).hex() == root


def test_three_leaves_by_hand() -> None:
    a, b, c = (sha(b"\x00" + it) for it in (b"a", b"b", b"c"))
    assert root_of(map(leaf, (b"a", b"b", b"c"))) == sha(b"\x01" + sha(b"\x01" + a + b) + c)


def test_a_growing_tree_has_the_root_of_the_rfc_at_every_size() -> None:
    tree = Tree()
    for size, it in enumerate(LEAVES):
        assert (tree.size, tree.root) == (size, ROOTS[size])
        tree.append(it)
    assert tree.root == ROOTS[300]


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_tree_goes_on_from_its_edge_as_if_it_had_never_stopped(one: int, other: int) -> None:
    earlier, size = sorted((one, other))
    first = Tree()
    for it in LEAVES[:earlier]:
        first.append(it)
    tree = Tree(earlier, first.edge)
    for it in LEAVES[earlier:size]:
        tree.append(it)
    assert (tree.size, tree.root) == (size, ROOTS[size])
    assert len(tree.edge) == size.bit_count()


def test_an_edge_of_another_size_is_refused() -> None:
    said = "the edge of a tree of 3 leaves has 2 hashes, not 1; give the edge that the tree had at that size"
    with pytest.raises(ValueError, match=exactly(said)):
        Tree(3, LEAVES[:1])


def test_a_large_tree_costs_no_memory() -> None:
    tracemalloc.start()
    root_of(LEAVES[it % 300] for it in range(50_000))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 50_000


# --- inclusion


@given(st.data())
def test_an_inclusion_proof_is_that_of_the_rfc_and_holds_only_for_what_it_shows(data: st.DataObject) -> None:
    size = data.draw(st.integers(1, 300))
    index = data.draw(st.integers(0, size - 1))
    proof = inclusion_proof(iter(LEAVES), index, size)
    assert proof == path(index, BODIES[:size])
    assert is_included(LEAVES[index], index, size, proof, ROOTS[size])
    assert not is_included(leaf(b"another"), index, size, proof, ROOTS[size])
    assert not is_included(LEAVES[index], index, size, proof, EMPTY)
    assert not is_included(LEAVES[index], index, size, [*proof, EMPTY], ROOTS[size])
    assert not any(is_included(LEAVES[index], index, size, it, ROOTS[size]) for it in bent(proof))
    other = data.draw(st.integers(0, size - 1).filter(lambda it: it != index) if size > 1 else st.just(-1))
    assert not is_included(LEAVES[index], other, size, proof, ROOTS[size])


def bent(proof: list[bytes]) -> list[list[bytes]]:
    """The proof with one hash changed, left out, or changed for its neighbour."""
    changed = [[*proof[:it], sha(proof[it]), *proof[it + 1 :]] for it in range(len(proof))]
    fewer = [[*proof[:it], *proof[it + 1 :]] for it in range(len(proof))]
    swapped = [[*proof[:it], proof[it + 1], proof[it], *proof[it + 2 :]] for it in range(len(proof) - 1)]
    return changed + fewer + swapped


def test_every_leaf_of_every_small_tree_is_proved() -> None:
    for size in range(1, 34):
        for index in range(size):
            proof = inclusion_proof(LEAVES, index, size)
            assert proof == path(index, BODIES[:size])
            assert is_included(LEAVES[index], index, size, proof, ROOTS[size])


@pytest.mark.parametrize("index, size", [(-1, 5), (5, 5), (0, 0)])
def test_a_leaf_outside_the_tree_has_no_proof(index: int, size: int) -> None:
    said = f"leaf {index} is not in a tree of {size}; name one from 0 to {size - 1}"
    with pytest.raises(ValueError, match=exactly(said)):
        inclusion_proof(LEAVES, index, size)
    assert not is_included(LEAVES[0], index, size, [], ROOTS[size])


def test_a_proof_needs_all_the_leaves() -> None:
    said = "there are only 9 leaves for a proof over 10; give them all, from the first"
    with pytest.raises(ValueError, match=exactly(said)):
        inclusion_proof(LEAVES[:9], 3, 10)


# --- consistency


@given(st.integers(0, 300), st.integers(0, 300))
def test_a_consistency_proof_is_that_of_the_rfc_and_holds_only_for_what_it_shows(one: int, other: int) -> None:
    earlier, size = sorted((one, other))
    proof = consistency_proof(iter(LEAVES), earlier, size)
    assert proof == (subproof(earlier, BODIES[:size], True) if earlier > 0 else [])
    assert is_consistent(earlier, ROOTS[earlier], size, ROOTS[size], proof)
    wrong = sha(b"another")
    assert not is_consistent(earlier, wrong, size, ROOTS[size], proof)
    assert earlier == 0 or not is_consistent(earlier, ROOTS[earlier], size, wrong, proof)
    assert not is_consistent(earlier, ROOTS[earlier], size, ROOTS[size], [*proof, EMPTY])
    assert not any(is_consistent(earlier, ROOTS[earlier], size, ROOTS[size], it) for it in bent(proof))


def test_every_pair_of_small_trees_is_proved() -> None:
    for size in range(1, 34):
        for earlier in range(1, size + 1):
            proof = consistency_proof(LEAVES, earlier, size)
            assert proof == subproof(earlier, BODIES[:size], True)
            assert is_consistent(earlier, ROOTS[earlier], size, ROOTS[size], proof)


@given(st.integers(1, 200), st.integers(0, 199))
def test_a_tree_with_one_leaf_changed_goes_on_from_no_earlier_one(earlier: int, changed: int) -> None:
    changed %= earlier
    leaves = [*LEAVES[:changed], leaf(b"changed"), *LEAVES[changed + 1 : 201]]
    proof = consistency_proof(leaves, earlier, 201)
    assert not is_consistent(earlier, ROOTS[earlier], 201, root_of(leaves), proof)


@pytest.mark.parametrize("earlier, size", [(-1, 5), (6, 5)])
def test_a_tree_does_not_go_on_from_a_larger_one(earlier: int, size: int) -> None:
    said = f"a tree of {size} leaves does not go on from one of {earlier}; give the smaller one first"
    with pytest.raises(ValueError, match=exactly(said)):
        consistency_proof(LEAVES, earlier, size)
    assert not is_consistent(earlier, ROOTS[5], size, ROOTS[5], [])
