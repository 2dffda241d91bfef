"""Colour distances after Sharma, Wu, Dalal 2005 (CIEDE2000); colour-blind eyes after Machado,
Oliveira, Fernandes 2009 (severity 1, on linear sRGB).
"""

from io import BytesIO
from itertools import combinations, pairwise
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
import resvg_py
from PIL import Image, ImageStat

from layouts.faults import BadInput
from layouts.palette import colour, editions, palette, reference, stroke_factor
from layouts.shapes import shape

GAMES = {
    "dice": ("orange", "pink", "blue", "yellow", "purple", "white"),
    "field": ("iris", "lily", "tulip", "calla", "anemone", "narcissus"),
    "garden": ("rose", "arum", "hyacinth", "daffodil", "garden-tulip"),
}
EYES = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritanopia": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
XYZ = (
    (0.4124564, 0.3575761, 0.1804375),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339, 0.1191920, 0.9503041),
)
WHITE_POINT = (0.95047, 1.0, 1.08883)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(channel):
    value = channel / 255
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def lab(rgb, eyes="usual"):
    seen = [min(1, max(0, value)) for value in times(EYES[eyes], [linear(c) for c in rgb])]
    ratios = [value / white for value, white in zip(times(XYZ, seen), WHITE_POINT, strict=True)]
    x, y, z = (t ** (1 / 3) if t > 216 / 24389 else (24389 / 27 * t + 16) / 116 for t in ratios)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def ciede2000(one, other):
    (l1, a1, b1), (l2, a2, b2) = one, other
    mean = ((hypot(a1, b1) + hypot(a2, b2)) / 2) ** 7
    grow = 1 + 0.5 * (1 - sqrt(mean / (mean + 25**7)))
    c1, c2 = hypot(grow * a1, b1), hypot(grow * a2, b2)
    h1, h2 = degrees(atan2(b1, grow * a1)) % 360, degrees(atan2(b2, grow * a2)) % 360
    turn = (h2 - h1 + 180) % 360 - 180 if c1 * c2 else 0
    light, chroma = (l1 + l2) / 2, (c1 + c2) / 2
    hue = h1 + turn / 2 if c1 * c2 else h1 + h2
    t = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    away = (hue % 360 - 275) / 25
    skew = sin(radians(60 * exp(-(away**2)))) * 2 * sqrt(chroma**7 / (chroma**7 + 25**7))
    d_light = (l2 - l1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    d_chroma = (c2 - c1) / (1 + 0.045 * chroma)
    d_hue = 2 * sqrt(c1 * c2) * sin(radians(turn / 2)) / (1 + 0.015 * chroma * t)
    return sqrt(d_light**2 + d_chroma**2 + d_hue**2 - skew * d_chroma * d_hue)


PUBLISHED = [
    pytest.param((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425, id="blues"),
    pytest.param((50, 2.5, 0), (50, 0, -2.5), 4.3065, id="near-grey"),
    pytest.param((50, 2.5, 0), (61, -5, 29), 22.8977, id="far-apart"),
    pytest.param((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792, id="opposite-hues"),
    pytest.param((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644, id="greens"),
    pytest.param((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377, id="darks"),
]


@pytest.mark.parametrize(("one", "other", "distance"), PUBLISHED)
def test_our_colour_distance_gives_the_published_figures(one, other, distance):
    assert ciede2000(one, other) == pytest.approx(distance, abs=5e-5)


@pytest.mark.parametrize("eyes", EYES)
@pytest.mark.parametrize("names", GAMES.values(), ids=GAMES)
def test_the_colours_of_a_game_stay_apart_for_all_eyes(names, eyes):
    seen = {name: lab(colour(name), eyes) for name in names}
    nearest = min(combinations(names, 2), key=lambda pair: ciede2000(*(seen[n] for n in pair)))
    assert ciede2000(*(seen[name] for name in nearest)) >= 15, nearest


@pytest.mark.parametrize("names", GAMES.values(), ids=GAMES)
def test_the_colours_of_a_game_are_steps_of_grey(names):
    steps = sorted(lab(colour(name))[0] for name in names)
    assert min(high - low for low, high in pairwise(steps)) >= 7


@pytest.mark.parametrize("name", palette())
def test_every_colour_has_three_roles_of_falling_lightness(name):
    light, main, dark = (lab(colour(f"{name}.{role}"))[0] for role in ("light", "main", "dark"))
    assert dark < main
    assert name in ("white", "calla", "arum") or main <= light


@pytest.mark.parametrize("name", [*GAMES["dice"], *GAMES["field"], *GAMES["garden"]])
def test_an_outline_can_be_seen_on_paper(name):
    assert lab(colour(f"{name}.dark"))[0] <= 55


@pytest.mark.parametrize("name", ["#FFFFFF", "#FFFF00", "#AA00CC", "#000000"])
def test_shades_of_a_colour_of_ones_own_fall_in_lightness_down_to_an_outline(name):
    light, main, dark = (lab(colour(f"{name}.{role}"))[0] for role in ("light", "main", "dark"))
    assert light >= main >= dark and light > dark
    assert dark <= 55


@pytest.mark.parametrize("name", ["ink", "muted", "accent"])
def test_text_has_contrast_enough_on_paper(name):
    luminance = times(XYZ, [linear(c) for c in colour(name, use="text")])[1]
    assert 1.05 / (luminance + 0.05) >= 4.5


def ink(name, edition):
    """Return the mean coverage of a drawing, 0..3, over its three channels."""

    def css(role, use):
        rgb = colour(reference(role, name), edition, use=use)
        return "#{:02X}{:02X}{:02X}".format(*rgb) if rgb else "none"

    paths = "".join(
        f'<path d="{" ".join(k + " ".join(map(str, n)) for k, n in part.segments)}"'
        f' fill="{css(part.fill, "fill")}" stroke="{css(part.stroke, "stroke")}"'
        f' stroke-width="{part.width * stroke_factor(edition)}"/>'
        for part in shape(name).parts
    )
    box = 'xmlns="http://www.w3.org/2000/svg" width="300" height="300" viewBox="-50 -50 100 100"'
    svg = f"<svg {box}>{paths}</svg>"
    return coverage(resvg_py.svg_to_bytes(svg_string=svg, background="white"))


def coverage(png):
    pixels = Image.open(BytesIO(png)).convert("RGB")
    return sum(255 - mean for mean in ImageStat.Stat(pixels).mean) / 255


# Two of five garden flowers are pale and all have stems; lawn and soil round them go blank as well.
INK_LEFT = {"dice": 0.3, "field": 0.3, "garden": 0.35}


@pytest.mark.parametrize(("game", "part"), INK_LEFT.items(), ids=INK_LEFT)
def test_low_ink_flowers_need_a_third_of_the_ink(game, part):
    full, low = (sum(ink(name, key) for name in GAMES[game]) for key in ("colour", "low-ink"))
    assert 0 < low <= part * full


REFERENCES = [
    pytest.param("orange", "colour", "fill", (0xF2, 0x81, 0x23), id="main-role"),
    pytest.param("orange.dark", "colour", "fill", (0xA8, 0x4A, 0x08), id="role"),
    pytest.param("orange.paper", "colour", "fill", (255, 255, 255), id="shared-role"),
    pytest.param("#0a0B0c", "colour", "fill", (10, 11, 12), id="hex"),
    pytest.param("#AA00CC.main", "colour", "fill", (0xAA, 0, 0xCC), id="hex-main"),
    pytest.param("#AA00CC.light", "colour", "fill", (0xD4, 0x7F, 0xE5), id="hex-light"),
    pytest.param("#AA00CC.dark", "colour", "fill", (0x55, 0, 0x66), id="hex-dark"),
    pytest.param("#AA00CC.ink", "colour", "fill", (0x2B, 0x2A, 0x33), id="hex-shared-role"),
    pytest.param("#AA00CC.main", "low-ink", "fill", (255, 255, 255), id="hex-low-ink-body"),
    pytest.param("#AA00CC.light", "low-ink", "stroke", (0x55, 0, 0x66), id="hex-low-ink-outline"),
    pytest.param("none", "colour", "stroke", None, id="none"),
    pytest.param("orange", "low-ink", "fill", (255, 255, 255), id="low-ink-body"),
    pytest.param("orange", "low-ink", "stroke", (0xA8, 0x4A, 0x08), id="low-ink-outline"),
    pytest.param("ink", "low-ink", "fill", (0x2B, 0x2A, 0x33), id="low-ink-text-ink"),
    pytest.param("paper", "low-ink", "text", (0x2B, 0x2A, 0x33), id="low-ink-reversed-text"),
    pytest.param("orange.paper", "low-ink", "text", (0x2B, 0x2A, 0x33), id="low-ink-paper-role"),
    pytest.param("muted", "large", "text", (0x2B, 0x2A, 0x33), id="large-quiet-text"),
    pytest.param("muted", "large", "stroke", (0x6B, 0x68, 0x74), id="large-quiet-line"),
]


@pytest.mark.parametrize(("ref", "edition", "use", "rgb"), REFERENCES)
def test_a_reference_means_one_colour_in_an_edition(ref, edition, use, rgb):
    assert colour(ref, edition, use=use) == rgb


@pytest.mark.parametrize("edition", editions())
@pytest.mark.parametrize("name", palette())
def test_every_colour_has_every_role_in_every_edition(name, edition):
    for role in ("main", "light", "dark", "ink", "paper"):
        for use in ("fill", "stroke", "text"):
            assert len(colour(f"{name}.{role}", edition, use=use)) == 3


@pytest.mark.parametrize("name", [*GAMES["dice"], *GAMES["field"], *GAMES["garden"]])
def test_text_on_blank_low_ink_bodies_is_not_white(name):
    for use in ("stroke", "text"):
        assert lab(colour(f"{name}.main", "low-ink", use=use))[0] <= 55


FAULTY = [
    pytest.param("ornage", "colour", "did you mean 'orange'", id="colour"),
    pytest.param("orange.ligth", "colour", "did you mean 'light'", id="role"),
    pytest.param("orange", "lowink", "did you mean 'low-ink'", id="edition"),
    pytest.param("crimson", "colour", "known: #RRGGBB, accent, ", id="no colour near"),
    pytest.param("#12", "colour", "'#12' is no colour .write #RRGGBB", id="hex"),
    pytest.param("#12.main", "colour", "'#12' is no colour .write #RRGGBB", id="hex with a role"),
    pytest.param("#AA00CC.ligth", "colour", "did you mean 'light'", id="role of a hex"),
]


@pytest.mark.parametrize(("ref", "edition", "message"), FAULTY)
def test_an_unknown_reference_is_refused_with_the_nearest_one(ref, edition, message):
    with pytest.raises(BadInput, match=message):
        colour(ref, edition)


def test_roles_of_a_drawing_are_painted_in_the_colour_asked_for():
    refs = [reference(role, "blue") for role in ("main", "yellow.dark", "none", "#FFFFFF")]
    assert refs == ["blue.main", "yellow.dark", "none", "#FFFFFF"]


def test_a_drawing_is_not_painted_in_one_shade():
    with pytest.raises(BadInput, match=r"'pink\.light' is one shade.*write 'pink'"):
        reference("main", "pink.light")
