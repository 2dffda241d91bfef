"""A page is taken apart into layers without losing or moving anything."""

from hypothesis import given
from hypothesis import strategies as st

from output.scene import Circle, Colour, Group, Line, Page, Paint, layers

PAINT = Paint(Colour(0, 0, 0))


def dot(x):
    return Circle(x, 0, 1, PAINT)


def page(*items):
    return Page(10, 10, items, "p")


def leaves(items):
    for item in items:
        if isinstance(item, Group):
            yield from leaves(item.items)
        else:
            yield item


def test_a_page_without_layers_is_all_print():
    assert list(layers(page(dot(1), dot(2)))) == [("print", (dot(1), dot(2)))]


def test_an_empty_page_has_no_layer():
    assert list(layers(page(Group((), layer="cut")))) == []


def test_layers_are_drawn_print_fold_cut_guides():
    groups = [Group((dot(1),), layer=layer) for layer in ("guides", "cut", "print", "fold")]
    assert [layer for layer, _ in layers(page(*groups))] == ["print", "fold", "cut", "guides"]


def test_a_layer_deep_inside_keeps_the_groups_round_it():
    cut = Line(0, 0, 1, 1, PAINT)
    moved = Group((dot(1), Group((cut,), layer="cut")), (1, 0, 0, 1, 5, 5))
    assert dict(layers(page(moved))) == {
        "print": (Group((dot(1),), moved.matrix),),
        "cut": (Group((Group((cut,), layer="cut"),), moved.matrix),),
    }


def groups(children):
    layer = st.sampled_from([None, "print", "fold", "cut", "guides"])
    return st.builds(Group, st.lists(children, max_size=4).map(tuple), layer=layer)


@given(st.lists(st.recursive(st.integers(0, 10**6).map(dot), groups), max_size=6))
def test_nothing_appears_or_vanishes(items):
    taken = [leaf.x for _, kept in layers(page(*items)) for leaf in leaves(kept)]
    assert sorted(taken) == sorted(leaf.x for leaf in leaves(items))
