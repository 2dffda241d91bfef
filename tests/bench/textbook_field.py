"""The peer: a CP-SAT model as a textbook writes it, on cells of one window.

Integer cell values, all-different numbers, element for flowers, distinct flowers by occurrence. It
knows neither ceilings nor build orders, and solves the same window of the same task.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from solver.field.rules import FACTS, FLOWERS, value


def textbook(task, window):
    """Return the model and its points; 0 is an empty cell."""
    model = cp_model.CpModel()
    cells = window.cells
    most = max((*task.cards, *(value(card) for card in task.field.values())))
    flower_of = [0] * (most + 1)
    for card in task.cards:
        flower_of[card] = 1 + FLOWERS.index(task.flowers[card])
    for card in task.field.values():
        if card in task.flowers:
            flower_of[value(card)] = 1 + FLOWERS.index(task.flowers[card])
    number, flower = {}, {}
    for cell in cells:
        old = task.field.get(cell)
        domain = [*task.cards, 0 if old is None else value(old)]
        number[cell] = model.new_int_var_from_domain(cp_model.Domain.from_values(domain), "")
        flower[cell] = model.new_int_var(0, len(FLOWERS), "")
        model.add_element(number[cell], flower_of, flower[cell])
    new = {}
    for cell in cells:
        for card in task.cards:
            new[card, cell] = model.new_bool_var("")
            model.add(number[cell] == card).only_enforce_if(new[card, cell])
            model.add(number[cell] != card).only_enforce_if(~new[card, cell])
    for pile in task.piles:
        model.add(sum(new[card, cell] for card in pile.cards for cell in cells) <= pile.most)
        for card in pile.cards:
            model.add_at_most_one(new[card, cell] for cell in cells)
    filled = {cell: model.new_bool_var("") for cell in cells}
    for cell in cells:
        model.add(number[cell] >= 1).only_enforce_if(filled[cell])
        model.add(number[cell] == 0).only_enforce_if(~filled[cell])
        for beyond in ((cell[0] + 1, cell[1]), (cell[0], cell[1] + 1)):
            if beyond in number:
                both = [filled[cell], filled[beyond]]
                model.add(number[cell] < number[beyond]).only_enforce_if(both)
    points = []
    different = FACTS["scoring"]["different"]
    for line in (*window.rows, *window.columns):
        seen = []
        for kind in range(1, len(FLOWERS) + 1):
            here = []
            for cell in line:
                is_kind = model.new_bool_var("")
                model.add(flower[cell] == kind).only_enforce_if(is_kind)
                model.add(flower[cell] != kind).only_enforce_if(~is_kind)
                here.append(is_kind)
            there = model.new_bool_var("")
            model.add_max_equality(there, here or [0])
            seen.append(there)
        count, won = model.new_int_var(0, len(FLOWERS), ""), model.new_int_var(0, 12, "")
        model.add(count == sum(seen))
        model.add_element(count, different, won)
        points.append(won)
    model.maximize(sum(points))
    return model
