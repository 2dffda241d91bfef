"""A syntax tree goes in; places where it can be changed come out, and are changed one by one."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass

SWAPS: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.And: ast.Or,
    ast.Or: ast.And,
}


@dataclass(frozen=True)
class Site:
    """A node that can be changed in some way; ``inside``: it runs when a function is called."""

    node: ast.AST
    way: str
    inside: bool

    @property
    def line(self) -> int:
        """The line in the file, from 1."""
        return getattr(self.node, "lineno", 0)


def sites(tree: ast.AST, inside: bool = False) -> Iterator[Site]:
    """Yield what can be changed: nodes that run, not annotations, decorators or words."""
    for name, value in ast.iter_fields(tree):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        within = inside or (name == "body" and isinstance(tree, ast.FunctionDef))
        for node in value if isinstance(value, list) else [value]:
            if isinstance(node, ast.AST):
                yield from (Site(node, way, within) for way in _ways(node))
                yield from sites(node, within)


def _ways(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPS:
        yield "compare"
    if isinstance(node, ast.BinOp | ast.BoolOp | ast.AugAssign) and type(node.op) in SWAPS:
        yield "operator"
    if isinstance(node, ast.If | ast.IfExp | ast.While):
        yield "condition"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "not"
    if isinstance(node, ast.Constant) and isinstance(node.value, int):
        yield "constant"


def changed(site: Site) -> None:
    """Change a node in place."""
    node = site.node
    if site.way == "compare" and isinstance(node, ast.Compare):
        node.ops[0] = SWAPS[type(node.ops[0])]()  # type: ignore[call-overload]
    elif site.way == "operator":
        node.op = SWAPS[type(node.op)]()  # type: ignore[attr-defined]
    elif site.way == "condition":
        node.test = ast.UnaryOp(ast.Not(), node.test)  # type: ignore[attr-defined]
    elif site.way == "not" and isinstance(node, ast.UnaryOp):
        node.op, node.operand = ast.Not(), ast.UnaryOp(ast.Not(), node.operand)
    elif isinstance(node, ast.Constant):
        node.value = not node.value if isinstance(node.value, bool) else int(str(node.value)) + 1
