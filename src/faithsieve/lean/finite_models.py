"""Counterexamples among finite structures: tables that Lean checks (no model call, no tokens).

A statement's elaborated term and the definitions it rests on come from Lean (``terms.py``), are
evaluated over small finite types (``finite_evaluation.py``) and solved as one circuit per choice of
sizes, the smallest first, in a process of its own with a hard time limit. What comes back is a
proof body for the negation that the judge builds: the tables as instances, and ``decide`` for
everything claimed about them. An answer without a model says nothing.
"""

import asyncio
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from graphlib import TopologicalSorter
from importlib.util import find_spec
from itertools import product
from typing import Protocol

from faithsieve.lean.circuits import Circuit, CircuitTooLargeError
from faithsieve.lean.finite_evaluation import (
    BUILT_IN,
    PROOF,
    FiniteEvaluator,
    FunctionType,
    Inductive,
    NumberType,
    OutOfReachError,
    Structure,
    Truth,
    Value,
    ValueChoice,
    finite_type,
    known,
)
from faithsieve.lean.terms import (
    App,
    Bound,
    Const,
    Declaration,
    Pi,
    Sort,
    Term,
    TermTextError,
    parse_term,
)
from faithsieve.records.base import Record
from faithsieve.records.lean import FiniteModel, FrozenStatement, ModelPart

LARGEST_SIZE = 8
SEARCH_SECONDS = 20.0
CLAIMED = "claimed"
_DECISIONS = (
    "by intro _ _; first | infer_instance | exact inferInstanceAs (Decidable (Mathlet.Holds _ _))"
)
DEFAULTS = ("_default", "_inherited_default")
"""How Lean names the value of a field that an instance need not give."""
DECIDED = "decide +kernel"
# Instances that decide a statement about sets of sets are larger than most.
_LIMITS = (
    "set_option synthInstance.maxHeartbeats 200000 in set_option synthInstance.maxSize 2000 in "
)


class TermSource(Protocol):
    """Something that knows elaborated terms: the embedded judge."""

    async def term_of(self, statement: FrozenStatement) -> str | None:
        """The serialised type of a frozen statement."""

    async def declarations(self, names: Sequence[str]) -> Mapping[str, Declaration]:
        """The named constants, as far as they exist."""


def has_solver() -> bool:
    """Whether Z3 is installed (``pip install faithsieve[models]``)."""
    return find_spec("z3") is not None


class ModelSearch(Record):
    """What is searched for, as the process of its own is told."""

    term: str
    """The statement's serialised type."""
    declarations: dict[str, Declaration]
    """Everything that the term's constants are defined by."""
    names: tuple[str, ...] = ()
    """Names of its variables, for people; anonymous instances as empty texts."""
    seconds: float = SEARCH_SECONDS
    """The hard limit of the search."""


async def find_finite_model(
    statement: FrozenStatement, source: TermSource, names: Sequence[str]
) -> FiniteModel | None:
    """Search for a finite counterexample; None when none was found, for whatever reason.

    Args:
        statement: The frozen statement.
        source: Where its term and the definitions come from.
        names: Names of its variables, for people; anonymous instances as empty texts.
    """
    term = await source.term_of(statement) if has_solver() else None
    if term is None:
        return None
    declarations = await _closure(term, source)
    task = ModelSearch(term=term, declarations=declarations, names=tuple(names))
    answer = await _in_a_process(task.model_dump_json(), SEARCH_SECONDS + 5.0)
    return FiniteModel.model_validate_json(answer) if answer else None


async def _closure(term: str, source: TermSource) -> dict[str, Declaration]:
    """Everything that the term's constants are defined by."""
    found: dict[str, Declaration] = {}
    start = Declaration(kind="def", type=term).mentions
    wanted = start - BUILT_IN
    asked: set[str] = set()
    while wanted:
        asked |= wanted
        new = await source.declarations(sorted(wanted))
        found.update(new)
        mentioned = frozenset[str]().union(*(d.mentions for d in new.values()))
        wanted = mentioned - BUILT_IN - asked
    classes = [name for name, _ in _Shape(parse_term(term)).classes]
    return {**found, **await source.declarations(_default_names(classes, found))}


def _default_names(classes: Sequence[str], found: Mapping[str, Declaration]) -> list[str]:
    """Names of the values that Lean gives to fields of these classes which an instance leaves out.

    Only those that exist come back.
    """
    fields = {n for d in found.values() if d.kind == "constructor" for n in d.names[d.params :]}
    return [f"{of}.{name}.{kind}" for of in classes for name in sorted(fields) for kind in DEFAULTS]


async def _in_a_process(task: str, seconds: float) -> str:
    """Run this module on a task; nothing comes back from a search that died or took too long."""
    return await run_program((sys.executable, "-m", "faithsieve.lean.finite_models"), task, seconds)


# ---- in the process of its own


Opened = list[tuple[Value, Value]]
"""The type and the value of each variable and hypothesis of the statement."""


def search(task: ModelSearch) -> FiniteModel | None:
    """Go through sizes, the smallest first, until a model is found or time is over."""
    term = parse_term(task.term)
    deadline = time.monotonic() + task.seconds
    too_large: list[tuple[int, ...]] = []
    shape = _Shape(term)
    for sizes in shape.sizes():
        if time.monotonic() > deadline:
            return None
        if any(all(a >= b for a, b in zip(sizes, large, strict=True)) for large in too_large):
            continue
        try:
            model = _model_of_sizes(task, term, sizes)
        except CircuitTooLargeError:
            too_large.append(sizes)
            continue
        if model is not None:
            return model
    return None


class _Shape:
    """The types at the beginning of a statement, and what their classes say about sizes."""

    def __init__(self, term: Term) -> None:
        self.types = 0
        self.classes: list[tuple[str, list[int]]] = []
        """Every class with the types that it is about."""
        binders: list[int | None] = []
        while isinstance(term, Pi):
            # Not by comparing: as tuples, ``Sort(False)`` and ``Bound(0)`` are equal.
            if isinstance(term.domain, Sort) and not term.domain.is_prop:
                binders.append(self.types)
                self.types += 1
            else:
                self._note(term.domain, binders)
                binders.append(None)
            term = term.body

    def _note(self, domain: Term, binders: Sequence[int | None]) -> None:
        arguments: list[Term] = []
        while isinstance(domain, App):
            arguments.insert(0, domain.argument)
            domain = domain.function
        places = [binders[-1 - a.depth] for a in arguments if isinstance(a, Bound)]
        if isinstance(domain, Const):
            self.classes.append((domain.name, [place for place in places if place is not None]))

    def types_of(self, *names: str) -> list[int]:
        return [place for name, places in self.classes if name in names for place in places]

    def sizes(self) -> Iterator[tuple[int, ...]]:
        """Sizes of the types, the smallest first."""
        choices = product(range(1, LARGEST_SIZE + 1), repeat=self.types)
        possible = (sizes for sizes in choices if self._allows(sizes))
        yield from sorted(possible, key=lambda sizes: (sum(sizes), max(sizes, default=0)))

    def _allows(self, sizes: Sequence[int]) -> bool:
        """Fields have prime powers of elements, spaces over them powers of their field's number."""
        fields = self.types_of("Field")
        spaces = [places for name, places in self.classes if name == "Module" and len(places) == 2]
        return all(sizes[field] in (2, 3, 4, 5, 7, 8) for field in fields) and all(
            sizes[space] in [sizes[scalars] ** d for d in range(4)]
            for scalars, space in spaces
            if scalars in fields
        )


def _model_of_sizes(task: ModelSearch, term: Term, sizes: Sequence[int]) -> FiniteModel | None:
    """Solve the statement's negation over types of these sizes.

    Raises:
        OutOfReachError: the statement is not about finite structures.
        CircuitTooLargeError: there is too much to go through.
    """
    circuit = Circuit()
    evaluator = FiniteEvaluator(task.declarations, circuit)
    types = (finite_type(n, at) for at, n in enumerate(sizes))
    opened = _open(evaluator, evaluator.evaluate(term, ()), types)
    solution = circuit.solve()
    if solution is None:
        return None
    return ModelWriter(evaluator, solution).model(opened, task.names)


def _open(evaluator: FiniteEvaluator, rest: Value, types: Iterator[NumberType]) -> Opened:
    """Replace variables by unknown values, require the hypotheses, deny the conclusion."""
    opened: Opened = []
    while isinstance(rest, FunctionType):
        kind = rest.domain.value
        value: Value = PROOF
        if isinstance(kind, Sort) and not kind.is_prop:
            value = next(types)
        elif evaluator.is_proposition(kind):
            evaluator.circuit.require(evaluator.truth(kind))
        else:
            value = evaluator.unknown(kind, is_constant=True)
        opened.append((kind, value))
        rest = rest.body(known(value))
    evaluator.circuit.require(-evaluator.truth(rest))
    return opened


class ModelWriter:
    """Writes a solution as Lean terms and as tables for people."""

    def __init__(self, evaluator: FiniteEvaluator, solution: frozenset[int]) -> None:
        self.evaluator = evaluator
        self.solution = solution

    @property
    def _decide(self) -> str:
        # A definition before those that it is written with, or they would stay folded in it.
        unfolded = self.evaluator.unfolded
        order = TopologicalSorter[str](dict.fromkeys(unfolded, ()))
        for name in unfolded:
            for inner in sorted(self.evaluator.declarations[name].mentions & unfolded.keys()):
                if inner != name:
                    order.add(inner, name)
        unfold = "".join(f"(try delta {name}); " for name in order.static_order())
        return f"{unfold}{_LIMITS}first | {DECIDED} | (dsimp only; {DECIDED})"

    def model(self, opened: Opened, names: Sequence[str]) -> FiniteModel:
        parts: list[ModelPart] = []
        texts: list[str] = []
        for at, (kind, value) in enumerate(opened):
            name = names[at] if at < len(names) else ""
            named = kind.name if isinstance(kind, Inductive) else f"x{at}"
            texts.append(self._text(kind, value))
            parts += self._parts(name or named, kind, value)
        arguments = " ".join(f"({text})" for text in texts)
        body = f"intro {CLAIMED}\nexact absurd (@{CLAIMED} {arguments}) (by {self._decide})"
        return FiniteModel(parts=tuple(parts), body=body)

    # Lean.

    def _text(self, kind: Value, value: Value) -> str:
        if value is PROOF or self.evaluator.is_proposition(kind):
            return f"by {self._decide}"
        match kind:
            case Inductive(name="Fintype"):
                return "inferInstance"
            case FunctionType() if self.evaluator.is_decision(kind):
                return _DECISIONS
            case Sort():
                if isinstance(value, NumberType):
                    return value.name
                return "True" if self._holds(value) else "False"
            case NumberType(name=name, variable=variable):
                number = self._number(value)
                is_model = variable is not None
                return (
                    f"{name.replace(' ', '.of ')} {number}" if is_model else f"({number} : {name})"
                )
            case FunctionType():
                return self._function(kind, value)
            case Inductive(name="TopologicalSpace") if isinstance(value, Structure):
                return self._topology(kind, value)
            case Inductive():
                return self._structure(kind, value)
            case _:
                raise OutOfReachError(f"the text of {kind}")

    def _holds(self, value: Value) -> bool:
        literal = self.evaluator.truth(value)
        return (abs(literal) in self.solution) == (literal > 0)

    def _number(self, value: Value) -> int | Fraction:
        match value:
            case int() | Fraction():
                return value
            case ValueChoice(cases=cases):
                return self._number(next(n for c, n in cases if self._holds(Truth(c))))
            case _:
                raise OutOfReachError(f"the number of a {type(value).__name__}")

    def _function(self, kind: FunctionType, value: Value) -> str:
        part = self._table("", kind, value)
        entries = part.values
        if part.kind == "family":
            return f"Mathlet.families {part.sizes[0]} {_code(part)}"
        head, result = _opening(kind, len(part.sizes))
        place = _place(kind, part.sizes)
        if isinstance(result, Sort):
            code = sum(1 << at for at, entry in enumerate(entries) if entry == "1")
            return f"{head}Mathlet.Holds {code} ({place})"
        assert isinstance(result, NumberType)
        if result.variable is None:
            listed = ", ".join(f"({entry})" for entry in entries)
            return f"{head}([{listed}] : List {result.name}).getD ({place}) 0"
        size = len(result.values)
        code = sum(int(entry) * size**at for at, entry in enumerate(entries))
        return f"{head}Mathlet.entry {size} {code} ({place})"

    def _topology(self, kind: Inductive, value: Structure) -> str:
        (_, opens, member), *_ = self._named_fields(kind, value)
        assert isinstance(opens, FunctionType)
        part = self._table("", opens, member)
        laws = f"(by {self._decide})"
        return f"Mathlet.topology {part.sizes[0]} {_code(part)} {laws} {laws} {laws}"

    def _structure(self, kind: Inductive, value: Value) -> str:
        if not isinstance(value, Structure):
            raise OutOfReachError(f"the text of a {kind.name}")
        if not self._is_completed(kind.name, value):
            params = self.evaluator.declarations[value.constructor].params
            fields = [f"({self._text(*field[1:])})" for field in self._named_fields(kind, value)]
            # Parameters are left to unification (a bare `_` would be searched for, and another
            # instance found): the instance meant is the one in the expected type.
            return " ".join([f"@{value.constructor}", *["(_)"] * params, *fields])
        leaves = dict(self._leaves(kind.name, kind, value))
        return f"{{ {', '.join(f'{name} := {self._text(*at)}' for name, at in leaves.items())} }}"

    def _is_completed(self, of: str, value: Structure) -> bool:
        """Whether Lean completes a structure: then it is written by the names of its fields."""
        declaration = self.evaluator.declarations[value.constructor]
        return bool(declaration.proved_fields) or any(
            self._has_default(of, name)
            or (isinstance(part.value, Structure) and self._is_completed(of, part.value))
            for name, part in zip(
                declaration.names[declaration.params :], value.fields, strict=True
            )
        )

    def _leaves(
        self, of: str, kind: Inductive, value: Structure
    ) -> Iterator[tuple[str, tuple[Value, Value]]]:
        """Yield the fields by name with type and value, those of parents among them.

        What has a default is left out: powers and casts, and the laws about them, are what Lean
        makes of the tables.
        """
        proved = self.evaluator.declarations[value.constructor].proved_fields
        for name, inner_kind, inner in self._named_fields(kind, value):
            if name in proved or self._has_default(of, name):
                continue
            if isinstance(inner, Structure) and isinstance(inner_kind, Inductive):
                yield from self._leaves(of, inner_kind, inner)
            else:
                yield name, (inner_kind, inner)

    def _has_default(self, of: str, name: str) -> bool:
        return any(f"{of}.{name}.{kind}" in self.evaluator.declarations for kind in DEFAULTS)

    def _named_fields(
        self, kind: Inductive, value: Structure
    ) -> Iterator[tuple[str, Value, Value]]:
        declaration = self.evaluator.declarations[value.constructor]
        names = declaration.names[declaration.params :]
        walked = self.evaluator.fields(kind, value.constructor, lambda at, _: value.fields[at])
        for name, (domain, part) in zip(names, walked, strict=False):
            yield name, domain, part.value

    # People.

    def _parts(self, name: str, kind: Value, value: Value) -> Iterator[ModelPart]:
        if value is PROOF or self.evaluator.is_decision(kind):
            return
        if isinstance(kind, Inductive) and kind.name == "Fintype":
            return
        match kind:
            case Sort() if isinstance(value, NumberType):
                yield ModelPart(name=name, values=(str(len(value.values)),), kind="type")
            case NumberType():
                yield ModelPart(name=name, values=(str(self._number(value)),))
            case FunctionType():
                yield self._table(name, kind, value)
            case Inductive() if isinstance(value, Structure):
                yield from self._tables_of(name, kind, value)
            case _:
                return

    def _tables_of(self, name: str, kind: Inductive, value: Structure) -> Iterator[ModelPart]:
        for field, (inner_kind, inner) in dict(self._leaves(kind.name, kind, value)).items():
            shown = name if field == "carrier" else f"{name}.{field}"
            yield from self._parts(shown, inner_kind, inner)

    def _table(self, name: str, kind: FunctionType, value: Value) -> ModelPart:
        sizes: tuple[int, ...] = ()
        entries = [value]
        result: Value = kind
        while isinstance(result, FunctionType):
            domain = result.domain.value
            if isinstance(domain, FunctionType) and domain.is_set and not sizes:
                return self._family(name, domain, value)
            if not isinstance(domain, NumberType) or not domain.is_finite:
                raise OutOfReachError(f"a table over {domain}")
            sizes += (len(domain.values),)
            places = [known(x) for x in domain.values]
            entries = [self.evaluator.apply(entry, x) for entry in entries for x in places]
            result = result.body(places[0])
        if isinstance(result, Sort):
            truths = tuple("1" if self._holds(entry) else "0" for entry in entries)
            kind_name = "set" if len(sizes) == 1 else "relation"
            return ModelPart(name=name, sizes=sizes, values=truths, kind=kind_name)
        values = tuple(str(self._number(entry)) for entry in entries)
        return ModelPart(name=name, sizes=sizes, values=values, kind="table")

    def _family(self, name: str, sets: FunctionType, value: Value) -> ModelPart:
        """A set of sets, such as a topology: the number of points, and its members as bits."""
        points = [known(x) for x, _ in self.evaluator.elements(sets.domain.value)]
        members = []
        for subset, _ in self.evaluator.elements(sets):
            if self._holds(self.evaluator.apply(value, known(subset))):
                held = (self._holds(self.evaluator.apply(subset, point)) for point in points)
                members.append(str(sum(1 << at for at, is_in in enumerate(held) if is_in)))
        return ModelPart(name=name, sizes=(len(points),), values=tuple(members), kind="family")


def _code(family: ModelPart) -> int:
    """The number whose bits say which sets belong to a family."""
    return sum(1 << int(member) for member in family.values)


def _opening(kind: FunctionType, count: int) -> tuple[str, Value]:
    """The beginning of a Lean function of some arguments, the last in a set, and its result."""
    letters = [f"a{at}" for at in range(count)]
    for _ in letters[1:]:
        inner = kind.body(known(0))
        assert isinstance(inner, FunctionType)
        kind = inner
    if not kind.is_set:
        return f"fun {' '.join(letters)} => ", kind.body(known(0))
    outer = f"fun {' '.join(letters[:-1])} => " if count > 1 else ""
    return f"{outer}setOf fun {letters[-1]} => ", kind.body(known(0))


def _place(kind: FunctionType, sizes: Sequence[int]) -> str:
    """The position of an entry, the last argument changing fastest."""
    text = ""
    inner: Value = kind
    for at, size in enumerate(sizes):
        assert isinstance(inner, FunctionType)
        domain = inner.domain.value
        is_model = isinstance(domain, NumberType) and domain.variable is not None
        letter = f"a{at}.at'" if is_model else f"a{at}.val"
        text = f"({text}) * {size} + {letter}" if text else letter
        inner = inner.body(known(0))
    return text


def main() -> None:
    """Read a task, write a model or nothing."""
    sys.setrecursionlimit(20_000)
    try:
        model = search(ModelSearch.model_validate_json(sys.stdin.read()))
    except (OutOfReachError, TermTextError, ImportError) as error:
        sys.stderr.write(f"{type(error).__name__}: {error}\n")
        return
    if model is not None:
        sys.stdout.write(model.model_dump_json())


if __name__ == "__main__":
    main()


async def run_program(command: Sequence[str], task: str, seconds: float) -> str:
    """Give a program its task; nothing comes back from one that died or took too long."""
    process = await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        answer, _ = await asyncio.wait_for(process.communicate(task.encode()), seconds)
    except TimeoutError:
        return ""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return answer.decode() if process.returncode == 0 else ""
