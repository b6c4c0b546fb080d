"""Proof bodies for probes: what shows a statement to be empty, contradictory or its own premise.

Lean judges every body. One that fails costs a moment; one that holds shows that the hypotheses
exclude each other, that a part of the conclusion is true of anything, or that a hypothesis is the
conclusion. What a claim says outright may be true of anything too ("n is even or odd"), so a part
is tried with strong means only where it has a connective that the claim has not, or where the claim
was read and is another.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice, pairwise, permutations, product, takewhile

from faithsieve.symbolic.lean_formula import Compare, Joined, free_names, try_formula
from faithsieve.verify.counterexamples import open_claim
from faithsieve.verify.english_claims import mentioned_chains
from faithsieve.verify.gate.assumed_claim import Suspect
from faithsieve.verify.gate.candidate import Candidate, letters_in
from faithsieve.verify.gate.text_probes import comparable, is_claim, is_identity
from faithsieve.verify.links import (
    all_links,
    common_name,
    formula_links,
    matches_any,
    written_alike,
)
from faithsieve.verify.statement_parts import (
    LEADING_LETTERS,
    OPENED,
    StatementParts,
    Variable,
    alternatives,
    conjunct_texts,
    quantifiers_of,
)

_EXISTS = re.compile(
    r"∃\s+(?P<names>[\w\s']+?)\s*(?::\s*(?P<type>\w+)\s*)?,\s*"
    r"(?P<left>[^=≤≥<>∧∨→∃∀]*)[=≤≥<>](?P<right>[^=≤≥<>∧∨→∃∀]*)"
)
_WHOLE = re.compile(r"\b(?:integer|natural|whole)s?\b", re.IGNORECASE)
_IS_WHOLE = re.compile(r"∃\s*\(?[\w\s']+(?::\s*(?:ℕ|ℤ|Nat|Int)\b|,)")
_MOST_POINTS = 12
_MOST_INSTANCES = 6
_HAS_WITNESS = re.compile(r"(?:Even|Odd)\b|∃|\w+\.Nonempty$|[^=≠<>≤≥→↔∀∧∨]*∣[^∧∨→↔]*$")
_DEFINED = re.compile(r"(?<![\w.])[A-Z]\w*(?:\.[A-Z]\w*)*")
_PARITY = re.compile(r"(?:Even|Odd) (\w+)$")
_NAMED = re.compile(r"(\w+) = (?!.*\b\1\b)")
_DENIED = re.compile(r"¬\s*\(?([A-Z]\w+)\b")
_PRODUCT = re.compile(r"\w+ = \w+ \* \w+$")
_GCD = re.compile(r"Nat\.(?:gcd|Coprime) (\w+|\([^()]*\)) (\w+|\([^()]*\))(?: =|$)")

# What closes a goal that says nothing; stronger tactics would also close honest facts.
_EMPTY = (
    "exact Classical.em _",
    "exact (Classical.em _).symm",
    "intro h; exact h",
    "exact fun h => h",
)
# The witness of an existence claim is one side of the equation that it should satisfy.
# "Some δ for all x": a witness may make the conditions on x impossible.
_SOME_FOR_ALL = re.compile("∃[^∀]*∀")
# Conditions of the conclusion that exclude each other.
_DENIAL = re.compile("[¬≠∤]|False")
_OWN_CONDITIONS = ("intros; exfalso; omega", "intros; exfalso; grind")
_READ_OFF = ("exact ⟨_, rfl⟩",)
# Two sides that differ in the order of terms and factors only.
_REORDERED = tuple(f"simp only [{kind}.add_comm, {kind}.mul_comm]" for kind in ("Nat", "Int"))
# One witness that has nothing to do with the claim; the others are found by simplifying.
_ANY_WITNESS = ("exact ⟨0, by simp⟩", "exact ⟨1, by simp⟩")
# A condition of the conclusion, put in.
_PUT_IN = ("subst_vars; rfl", "exact congrArg _ (by assumption)")
_SHALLOW = ("trivial", "rfl", *_READ_OFF, "intros; trivial", "simp", *_EMPTY)
RESTATED = ("and_intros <;> assumption", "assumption", "solve_by_elim")
_DIVIDES = (
    "first | exact Nat.gcd_dvd_left _ _ | exact Nat.gcd_dvd_right _ _ | exact ⟨_, rfl⟩"
    " | exact Dvd.intro_left _ rfl | exact ⟨0, by grind⟩"
)
DIVISORS = (f"and_intros <;> {_DIVIDES}", _DIVIDES)
WELL_KNOWN = "open FaithSieve.WellKnown in grind"
BY_LOGIC = ("solve_by_elim", "grind", WELL_KNOWN)
_LOGIC = "grind -ring -linarith -lia"
_ALWAYS = ("rfl", "trivial", "omega", "positivity", "grind", "nlinarith")
_OR = re.compile(
    r"\b(?:or|either|cases|one|two|at least|among|\\lor|\\vee)\b|±|\\pm\b|∨", re.IGNORECASE
)
_SOME = re.compile(
    r"\b(?:exist\w*|some|there (?:is|are)|find|writ\w+|express\w*|form)\b|∃|\\exists", re.I
)
_DENIES = re.compile(r"\b(?:no|not|none|never|cannot|nor)\b", re.IGNORECASE)
_SUBSET = re.compile(r"\\su[bp]set|[⊆⊂]|contain|subset|lies|inclu", re.IGNORECASE)
_DIVISIBLE = re.compile(r"\\mid|∣|\|divid|divisib|multiple", re.IGNORECASE)
_MAXIMUM = re.compile(r"\b(?:max|min)\b")
_BARS = re.compile(r"\|[^|{}]+\|")
_ABSOLUTE = re.compile(r"\||\\vert|\\abs\b|absolute", re.IGNORECASE)
_IF = re.compile(
    r"\b(?:if|iff|when\w*|impl\w+|then|equivalent\w*|means?|suppos\w*|assum\w*|unless|provided"
    r"|exactly|precisely)\b"
    r"|\\implies|\\iff|[⇒⟹↔→]|\\(?:Left)?[Rr]ightarrow",
    re.IGNORECASE,
)
SHOWN, SUSPECTED = "closes_without_hypotheses", "empty_part"
"""What says nothing by any reading, and what says nothing if the claim was read aright."""


def emptiness_attempts(c: Candidate) -> Iterator[tuple[str, str, tuple[str, ...]]]:
    """Yield a finding, a part of the conclusion, and the proofs that would show it empty."""
    said = f"{c.obligation.source} {c.obligation.claim}"
    conclusion = c.parts.conclusion
    if "→" in conclusion and not _DENIAL.search(conclusion):
        yield SHOWN, conclusion, _OWN_CONDITIONS
    if _SOME_FOR_ALL.match(conclusion) and (
        c.parts.hypotheses or c.premises or not _SOME.search(said)
    ):
        yield SUSPECTED, conclusion, any_witness(conclusion, c.parts)
    if any(len(_letter(name).findall(conclusion)) == 1 for _, name in quantifiers_of(conclusion)):
        # A letter that nothing is said about.
        yield SUSPECTED, conclusion, any_witness(conclusion, c.parts)
    if _WHOLE.search(c.obligation.claim) and not _IS_WHOLE.match(conclusion):
        # A witness that should be a whole number.
        yield SUSPECTED, conclusion, solving_bodies(conclusion)
    if not _IF.search(said) and _has_condition(c):
        yield SUSPECTED, conclusion, _ALWAYS
    if _is_turned_round(c):
        yield SUSPECTED, conclusion, _ALWAYS
    if is_claim(comparable(c)):
        return
    yield from ((SUSPECTED, conclusion, bodies) for bodies in _other_kinds(c))
    pieces = conjunct_texts(conclusion)
    if len(pieces) == 1:
        yield SUSPECTED, conclusion, _REORDERED if _has_letters(c.parts) else ()
        yield SUSPECTED, conclusion, _same_witness(conclusion, c.parts)
        yield SHOWN, conclusion, _shallow_bodies(c)
        yield SUSPECTED, conclusion, _deeper_bodies(c)
    for piece in pieces:
        yield from ((SUSPECTED, text, bodies) for text, bodies in _attempts_at(piece, said, c))


def _other_kinds(c: Candidate) -> Iterator[tuple[str, ...]]:
    """Yield proofs of a conclusion that is of a kind of which the claim has no word."""
    claim, conclusion = c.obligation.claim, c.parts.conclusion
    if conclusion.startswith("∃") and not _SOME.search(f"{c.obligation.source} {claim}"):
        yield any_witness(conclusion, c.parts)
    if "⊆" in conclusion and not _SUBSET.search(claim):
        yield ("intro x h; exact h.1", "simp", "grind")
    if "∣" in conclusion and not _DIVISIBLE.search(claim):
        yield DIVISORS


def _has_condition(c: Candidate) -> bool:
    """Return whether the conclusion itself had a condition, with nothing bound before it."""
    names = [name for binder in c.parts.signature.binders for name in binder.names]
    given = {h.names[0] for h in c.parts.hypotheses}
    return any(
        first in given and not first.startswith(OPENED) and second.startswith(OPENED)
        for first, second in pairwise(names)
    )


def _attempts_at(piece: str, said: str, c: Candidate) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield what would show one part of the conclusion empty where the claim was read aright."""
    cases = alternatives(piece) if "↔" not in piece else []
    if len(cases) > 1 and c.parts.variables and not _OR.search(c.obligation.claim):
        # "8 = 7 + 1 or 8 = 7 + 4" says which of two moves it is; it is about numbers, and true.
        yield from ((text, _ALWAYS) for text in (*cases, piece))
    elif piece.startswith("∃") and any(_letter(v.name).search(piece) for v in c.parts.variables):
        named = letters_in(c.obligation.claim) if _SOME.search(said) else frozenset()
        is_split = "∨" in piece and not _OR.search(said)
        free = any_witness(piece, c.parts) if is_split or not _SOME.search(said) else ()
        parted = _quotients(piece, c.parts) if is_split else ()
        yield piece, (*solving_bodies(piece, named), *free, *parted)
    elif (
        _says_another_thing(piece, c)
        or ("→" in piece and not _IF.search(said))
        or (_MAXIMUM.search(piece) and not _MAXIMUM.search(c.everything))
        or (_BARS.search(piece) and not _ABSOLUTE.search(c.everything))
    ):
        yield piece, _ALWAYS


def _is_turned_round(c: Candidate) -> bool:
    """Return whether both sides of the conclusion are written alike, in letters of the claim."""
    links = formula_links(c.parts.claim_formula) if c.parts.claim_formula is not None else ()
    return any(
        written_alike(link, replace(link, right=link.left))
        and {*map(common_name, free_names(link))} <= letters_in(c.obligation.claim)
        for link in links
    )


def _says_another_thing(piece: str, c: Candidate) -> bool:
    """Return whether a part of the conclusion is no relation of any text."""
    formula = try_formula(piece, functions=c.parts.functions)
    links = formula_links(formula) if formula is not None else ()
    told = all_links(*mentioned_chains(c.obligation.claim, c.texts))
    letters = frozenset[str]().union(*map(free_names, c.mentioned))
    is_denied = bool(_DENIES.search(c.obligation.claim))
    if not (links and told) or is_denied or "∨" in piece or any(map(is_identity, told)):
        return False
    return all(
        free_names(link) and free_names(link) <= letters and not matches_any(link, c.mentioned)
        for link in links
    )


def _shallow_bodies(c: Candidate) -> tuple[str, ...]:
    is_existence = c.parts.conclusion.startswith("∃")
    if not (c.parts.hypotheses or c.premises):
        return _READ_OFF if is_existence else ()
    bodies: tuple[str, ...] = _EMPTY if _is_a_fact(c.parts) else _SHALLOW
    opened = any(h.names[0].startswith(OPENED) for h in c.parts.hypotheses)
    if opened or re.search("[→↔∨]", c.parts.conclusion):
        bodies += (_LOGIC,)
    return (*bodies, *_ANY_WITNESS) if is_existence else bodies


def _deeper_bodies(c: Candidate) -> tuple[str, ...]:
    """Write what would also prove some honest claims, as far as the claim is known to differ."""
    is_other = c.conclusion_links and not all(map(is_identity, c.claim_links or ()))
    has_context = bool(c.parts.hypotheses or c.premises) and _has_letters(c.parts)
    return (
        *(_ALWAYS if is_other else ()),
        *(() if c.worded.conditions or not has_context else _PUT_IN),
        *(any_witness(c.parts.conclusion, c.parts) if is_other or has_context else ()),
    )


def _is_a_fact(parts: StatementParts) -> bool:
    """Return whether a claim is about numbers or an identity: proved at once, yet not vacuous."""
    claim = parts.claim_formula
    links = claim.parts if isinstance(claim, Joined) and claim.connective == "and" else (claim,)
    names = {v.name for v in parts.variables}
    is_closed = not any(re.search(rf"\b{re.escape(n)}\b", parts.conclusion) for n in names)
    is_relation = all(isinstance(x, Compare) and x.left != x.right for x in links)
    return is_relation or (
        is_closed and "∃" not in parts.conclusion and "→" not in parts.conclusion
    )


def _has_letters(parts: StatementParts) -> bool:
    return bool(letters_of(parts.conclusion, parts)) or any(
        mark in parts.conclusion for mark in "∀∃∑∏"
    )


def _same_witness(conclusion: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs that there are two things of some kind which take the same thing twice."""
    return any_witness(conclusion, parts) if re.match(r"∃\s*\w+\s+\w", conclusion) else ()


_USUAL = ("∅", "Set.univ", "Subgroup.center _")
"""Sets and subgroups that there always are."""


def any_witness(conclusion: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of existence whose witnesses have nothing to do with the claim."""
    count = len([*takewhile(lambda quantified: quantified[0] == "∃", quantifiers_of(conclusion))])
    if not conclusion.startswith("∃") or not count:
        return ()
    letters = [*(v.name for v in letters_of(conclusion, parts)), *sorted(parts.functions)][:3]
    numbers = dict.fromkeys(re.findall(r"(?<![\w.])\d+", conclusion))
    values = (
        *("0", "1", *letters, *(f"{letter} + 1" for letter in letters)),
        *(f"{letter}⁻¹" for letter in letters if parts.instances),
        *(f"{m} * {x} + {r}" for m, x, r in product(numbers, letters, numbers) if m != r),
    )
    plain = [", ".join([value] * count) for value in values]
    first = [", ".join(["_", *["0"] * (count - 1)]), ", ".join(["∅", *["_"] * (count - 1)])]
    return (
        *(f"exact ⟨{values}, by simp⟩" for values in plain),
        *(
            f"exact ⟨{values}, by intros; first | grind | positivity⟩"
            for values in plain
            if "∀" in conclusion
        ),
        *(f"exact ⟨{values}, rfl⟩" for values in first if count > 1),
        *(f"exact ⟨{values}, by grind⟩" for values in plain if "∀" not in conclusion),
        *(f"exact ⟨{values}, by {WELL_KNOWN}⟩" for values in _USUAL),
    )


def _quotients(conclusion: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of existence whose witness is a whole number's quotient: one rest always is."""
    whole = [v.name for v in letters_of(conclusion, parts) if v.type in ("Nat", "Int")]
    numbers = dict.fromkeys(re.findall(r"(?<![\w.])\d+", conclusion))
    terms = re.findall(r"^∃[^,]*,\s*([^=∨∧]+?) = ", conclusion)
    values = (f"({name}) / {number}" for name, number in product([*whole, *terms], numbers))
    return tuple(f"exact ⟨{value}, by omega⟩" for value in values)


def clashing_bodies(parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of ``False`` that put numbers and the statement's own letters into laws."""
    laws = [
        (h.names[0], m[1].split()) for h in parts.hypotheses if (m := LEADING_LETTERS.match(h.type))
    ]
    given = [h.names[0] for h in parts.hypotheses if h.type.startswith("∃")]
    letters = [*(f"w_{name}" for name in given), *_plain_letters(parts)]
    begin = [f"obtain ⟨w_{name}, at_w_{name}⟩ := {name}" for name in given]
    begin += [f"try have := @{name} 1 2 (by first | omega | grind)" for name in _monotone(parts)]
    text = " ; ".join(h.type for h in parts.hypotheses)
    names = "|".join(map(re.escape, parts.functions)) or "(?!)"
    arguments = re.findall(rf"(?<![\w'])(?:{names})\s+(\d+|\(-?[\d\s/]+\))", text)
    found = [WELL_KNOWN, "nlinarith", *_unfolding_bodies(parts), *_residue_bodies(parts)]
    found += _denied_consequences(parts)
    for name, bound in laws:
        # "For every ε there is N": for no negative one, and what it says of N itself.
        values = " ".join(["(-1)"] * len(bound))
        found.append(f"obtain ⟨w, at_w⟩ := {name} {values}\nhave at_itself := at_w w\ngrind")
    positive = [h.names[0] for h in parts.hypotheses if re.match(r"0 < \w+$", h.type)]
    limits = [h.names[0] for h in parts.hypotheses if h.type.startswith("TendsTo ")]
    for name, bound in product(limits, positive):
        found.append(f"obtain ⟨w, at_w⟩ := {name} _ {bound}\nhave at_itself := at_w w\ngrind")
    found += ["\n".join([*begin, "grind"])] if begin else []
    found += _descents(parts, laws)
    choices = (["0", "1", "(-1)"], ["0", *arguments], [*letters, *arguments, "0", "1", "2"])
    for points_of in map(list, map(dict.fromkeys, choices)):
        points = [
            f"first | have at_{name}_{at} := {name} {' '.join(chosen)} (by omega)"
            f" | have at_{name}_{at} := {name} {' '.join(chosen)} | skip"
            for name, bound in laws
            for at, chosen in enumerate(list(product(points_of, repeat=len(bound)))[:_MOST_POINTS])
        ]
        if points:
            # Laws about functions nested in themselves keep the search from ending.
            written = "\n".join([*begin, *points, *(f"clear {name}" for name, _ in laws)])
            found += [
                f"{written}\n{end}"
                for end in ("grind", "nlinarith", "simp at *\nall_goals omega", "simp_all")
            ]
    return tuple(found)


def _plain_letters(parts: StatementParts) -> list[str]:
    return [v.name for v in parts.variables if not v.is_function]


def _monotone(parts: StatementParts) -> list[str]:
    return [h.names[0] for h in parts.hypotheses if re.match("Strict(?:Mono|Anti)", h.type)]


def _denied_consequences(parts: StatementParts) -> Iterator[str]:
    """Write proofs of ``False`` by what is known to follow from a hypothesis and is denied."""
    names = [h.names[0] for h in parts.hypotheses]
    for h in parts.hypotheses:
        if denied := _DENIED.match(h.type):
            lemma = denied[1][0].lower() + denied[1][1:]
            yield from (f"exact {h.names[0]} {name}.{lemma}" for name in names)


def _descents(parts: StatementParts, laws: Sequence[tuple[str, Sequence[str]]]) -> Iterator[str]:
    """Write proofs of ``False`` by sequences of natural numbers that fall or rise for ever."""
    numbers = re.findall(r"(?<![\w.])\d{1,6}(?![\w.])", " ".join(h.type for h in parts.hypotheses))
    last = max(map(int, numbers), default=0) + 1
    places = {1: ("n", "(n + 1)"), 2: ("n (n + 1)", "(n + 1) (n + 2)")}
    used = [
        f"try have := {name} {place}{' (by omega)' * guards}"
        for name, bound in laws
        for place in places.get(len(bound), ())
        for guards in range(3)
    ]
    used += [f"try have := @{name} n (n + 1) (by omega)" for name in _monotone(parts)]
    step = "\n    ".join([*used, "grind"])
    bounds = [h.names[0] for h in parts.hypotheses if h.type.startswith("∃")]
    beyond = "\n".join(
        f"obtain ⟨w, at_w⟩ := {name}\nhave := law (w + 1)\nhave := at_w (w + 1)\ngrind"
        for name in bounds[:1]
    )
    for name in (v.name for v in parts.variables if v.type.split() == ["ℕ", "→", "ℕ"]):
        rows = (
            (f"{name} n + n ≤ {name} 0", f"({name} 0 + 1)"),
            (f"{name} (n + 1) + n ≤ {name} 1", f"({name} 1 + 1)"),
            (f"n ≤ {name} n", last),
            *((f"n ≤ {name} n", f"({letter} + 1)") for letter in _plain_letters(parts)[:2]),
        )
        for law, at in rows:
            begin = "intro n\n  induction n with\n  | zero => omega\n  | succ n ih =>"
            shown = f"have law : ∀ n, {law} := by\n  {begin}\n    {step}"
            yield f"{shown}\nhave := law {at}\ngrind"
            if beyond:
                yield f"{shown}\n{beyond}"


def _unfolding_bodies(parts: StatementParts) -> Iterator[str]:
    """Write proofs of ``False`` from what parity, divisors and primes say by their definitions."""
    lines = []
    for h in parts.hypotheses:
        name = h.names[0]
        if h.type.startswith("Nat.Prime "):
            divisors = "Nat.Prime.eq_one_or_self_of_dvd"
            lines += [f"have at_{name}_{d} := {divisors} {name} {d}" for d in (2, 3, 5)]
            equations = [g.names[0] for g in parts.hypotheses if _PRODUCT.match(g.type)]
            lines += [f"try have := {divisors} {name} _ (Dvd.intro _ {g}.symm)" for g in equations]
        elif found := _GCD.match(h.type):
            first, second = found.groups()
            lines += [f"have at_{name}_{d} := @Nat.dvd_gcd {d} {first} {second}" for d in (2, 3, 5)]
            for side in ("left", "right"):
                lines.append(f"have {side}_{name} := Nat.gcd_dvd_{side} {first} {second}")
                lines.append(f"try rw [{name}] at {side}_{name}")
    given = [h.names[0] for h in parts.hypotheses if _HAS_WITNESS.match(h.type)]
    divided = [h.names[0] for h in parts.hypotheses if "∣" in h.type]
    for first, second in combinations(divided, 2) if "Coprime" in parts.text else ():
        yield f"have := Nat.dvd_gcd {first} {second}\nsimp_all [Nat.Coprime]"
    lines += [_unfolded(name) for name in given]
    if lines:
        written = "\n".join(lines)
        yield from (f"{written}\n{end}" for end in ("grind", "omega", "simp_all [Set.ext_iff]"))
    # What divides a number that is not 0 is not larger.
    yield from (f"have := Nat.le_of_dvd (by omega) {name}\nomega" for name in given)


def _unfolded(name: str) -> str:
    return f"first | obtain ⟨_, rfl⟩ := {name} | obtain ⟨_, at_{name}⟩ := {name}"


def _residue_bodies(parts: StatementParts) -> Iterator[str]:
    """Write proofs of ``False`` that split whole numbers by their remainders."""
    parities = [(h.names[0], m[1]) for h in parts.hypotheses if (m := _PARITY.match(h.type))]
    named = [(h.names[0], m[1]) for h in parts.hypotheses if (m := _NAMED.match(h.type))]
    known = {letter for _, letter in (*parities, *named)}
    whole = [v.name for v in parts.variables if v.type in ("Nat", "Int") and v.name not in known]
    for modulus in (2, 3, 4) if 0 < len(whole) < 3 else ():
        lines = [f"obtain ⟨_, rfl⟩ := {name}" for name, _ in parities]
        lines += [f"subst {name}" for name, _ in named]
        for at, name in enumerate(whole):
            cases = " ∨ ".join(f"{name} = {modulus} * q + {rest}" for rest in range(modulus))
            found = f"obtain ⟨q_{at}, {' | '.join(['rfl'] * modulus)}⟩ : ∃ q, {cases}"
            lines.append(f"all_goals {found} := ⟨{name} / {modulus}, by omega⟩")
        yield "\n".join([*lines, "all_goals grind"])


def solving_bodies(conclusion: str, named: frozenset[str] = frozenset()) -> tuple[str, ...]:
    """Write proofs of ``∃ c, L = R`` that solve for a letter that is not named, others being 0."""
    found = _EXISTS.fullmatch(conclusion.strip())
    names = found["names"].split() if found else []
    bodies: list[str] = []
    for chosen in (name for name in names if name not in named):
        zeros = {name: "0" for name in names if name != chosen}
        sides = [_with(found[side].strip(), zeros) for side in ("left", "right")] if found else []
        closed = [side for side in sides if _with(side, {chosen: ""}) == side]
        if len(closed) != 1:
            continue
        inside = next(side for side in sides if side not in closed)
        at_zero, at_one = (_with(inside, {chosen: digit}) for digit in "01")
        is_whole = (
            bool(found and found["type"] in ("ℕ", "ℤ", "Nat", "Int")) and "%" not in conclusion
        )
        for value in _solutions(closed[0], at_zero, at_one, is_whole=is_whole):
            witness = ", ".join(f"{value}" if name == chosen else "0" for name in names)
            bodies += [f"exact ⟨{witness}, by {end}⟩" for end in ("simp", "grind")]
    return tuple(bodies)


def _with(text: str, values: Mapping[str, str]) -> str:
    """Put values for letters."""
    return re.sub(r"(?<![\w'.])[A-Za-z_][\w']*", lambda m: values.get(m[0], m[0]), text)


def _solutions(side: str, at_zero: str, at_one: str, *, is_whole: bool) -> Iterator[str]:
    yield from (f"({side})", f"({side})⁻¹", f"-({side})", f"({side}) + 1", f"({side}) - 1")
    yield from (f"({side}) - ({at_zero})", f"({at_zero}) - ({side})")
    yield from (f"({at_one})⁻¹ * ({side})", f"({side}) * ({at_one})⁻¹")
    # A whole quotient would show that one number divides another, which is no empty claim.
    if not is_whole:
        yield from (
            f"({side}) / ({at_one})",
            f"(({side}) - ({at_zero})) / (({at_one}) - ({at_zero}))",
        )


def defining_bodies(name: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs that a hypothesis is the conclusion once words are replaced by their meaning."""
    words = dict.fromkeys(_DEFINED.findall(parts.conclusion))
    known = [word for word in words if word not in {v.name for v in parts.variables}]
    used = ("", *known, "Nat.gcd_comm")
    is_read = all(f is not None for f in (*parts.hypothesis_formulas, parts.claim_formula))
    simplified = (f"simpa [{word}] using {name}" for word in used)
    return (f"exact {name}", *simplified, *(() if is_read else ("grind",)))


def logic_bodies(suspect: Suspect, conclusion: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of a conclusion that compute nothing, for what a hypothesis says outright."""
    logic = f"{_LOGIC} [Nat.gcd_dvd_left, Nat.gcd_dvd_right]" if "gcd" in conclusion else _LOGIC
    if not suspect.bound:
        return (logic,)
    if not letters_of(conclusion, parts) and not _introduced(conclusion, parts):
        # A law is used at numbers; at letters it says what is claimed.
        return ()
    ends = "assumption | omega | exact ⟨_, by assumption⟩ | grind"
    rest = f"\nall_goals first | {ends}" if "→" in suspect.text else ""
    return (logic, f"{_introduced(conclusion, parts)}apply {suspect.term}{rest}")


def instance_bodies(
    suspects: Sequence[Suspect], conclusion: str, parts: StatementParts
) -> tuple[str, ...]:
    """Write proofs of a conclusion from some hypotheses, laws at the statement's letters."""
    begin = _introduced(conclusion, parts)
    letters = [*begin.split()[1:], *(v.name for v in letters_of(conclusion, parts))]
    points = [
        f"have at_{at}_{suspect.name} := {suspect.term} {' '.join(names)}"
        for suspect in suspects
        if suspect.bound
        for at, names in enumerate(_places(letters, len(suspect.bound)))
    ]
    points += [_unfolded(s.name) for s in suspects if _HAS_WITNESS.match(s.text)]
    given = "".join(f"try {point}\n" for point in points)
    witnesses = [s.name for s in suspects if s.text.startswith("∃")]
    named = [f"obtain ⟨k, at_k⟩ := {name}\nexact ⟨k, by grind⟩" for name in witnesses]
    named += [f"{begin}obtain ⟨k, at_k⟩ := {name}\nhave := at_k 1\ngrind" for name in witnesses]
    named += [
        f"{begin}have := eq_of_mul_inv_eq_one ({s.term} {' '.join(names)})\ngrind"
        for s in suspects
        if s.bound and "⁻¹" in s.text
        for names in _places(letters, len(s.bound))
    ]
    return (f"{begin}{given}grind", f"{begin}{given}omega", *named)


def _places(letters: Sequence[str], count: int) -> Iterator[tuple[str, ...]]:
    """Yield letters for those of a law, and for a law about one letter what follows them."""
    yield from islice(permutations([*letters, "1"], count), _MOST_INSTANCES)
    if count == 1:
        yield from ((f"({letter} + 1)",) for letter in letters)


def _introduced(conclusion: str, parts: StatementParts) -> str:
    formula = try_formula(conclusion, functions=parts.functions)
    names = [v.name for v in open_claim(formula)[0]] if formula is not None else []
    return f"intro {' '.join(names)}\n" if names else ""


def returning_bodies(suspect: Suspect, conclusion: str, parts: StatementParts) -> tuple[str, ...]:
    """Write proofs of a hypothesis from the conclusion, which is there called ``claimed``."""
    count = len(letters_of(conclusion, parts))
    places = islice(permutations(suspect.bound, count), _MOST_INSTANCES) if suspect.bound else ()
    points = "".join(f"try have at_{i} := claimed {' '.join(p)}\n" for i, p in enumerate(places))
    begin = f"intro {' '.join(suspect.bound)}\n{points}" if points else "intros\n"
    witness = "obtain ⟨w, at_w⟩ := claimed\nexact ⟨w, by first | grind | omega⟩"
    return ("exact claimed", "grind", "omega", f"{begin}grind", f"{begin}omega", witness)


def with_fresh_letters(suspect: Suspect) -> str:
    """Write a law with letters that no variable of the statement has."""
    text = suspect.text
    for name in suspect.bound:
        text = _letter(name).sub(f"all_{name}", text)
    return text


def claim_as_hypothesis(suspect: Suspect, conclusion: str, parts: StatementParts) -> str:
    """Write a conclusion as a hypothesis, for all letters where the suspect speaks of all."""
    letters = letters_of(conclusion, parts) if suspect.bound else []
    for v in letters:
        conclusion = _letter(v.name).sub(f"any_{v.name}", conclusion)
    binders = " ".join(f"(any_{v.name} : {v.type})" for v in letters)
    return f"∀ {binders}, {conclusion}" if binders else conclusion


_RUN = re.compile(r"[∑∏] (\w+) (?:∈|in) Finset\.Icc \(?([1-9]\d?)\b")


def without_harmless_differences(text: str) -> str:
    """Write ``2 * k + 1`` for ``2 * k - 1`` where k counts from 1, for the probe of truncation."""
    for name, first in _RUN.findall(text):
        term = re.compile(rf"(?<![\w*^] )(?<![\w.])(?:(\d+) \* )?{name} - (\d+)(?![\w ]*\*)")

        def added(m: re.Match[str], first: str = first, name: str = name) -> str:
            factor = int(m[1] or 1)
            is_harmless = int(m[2]) <= factor * int(first)
            return f"{factor} * {name} + {m[2]}" if is_harmless else m[0]

        text = term.sub(added, text)
    return text


def letters_of(conclusion: str, parts: StatementParts) -> list[Variable]:
    """Return the variables of a conclusion that are no functions."""
    found = (v for v in parts.variables if not v.is_function)
    return [v for v in found if _letter(v.name).search(conclusion)]


def _letter(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?<![\w'.]){re.escape(name)}(?![\w'])")
