/-!
Judging: one statement, one goal built from it, one body. Everything is reported as facts, layer by
layer; what they amount to is decided outside, in `soundness.py`.
-/

/-- What elaborating a body left behind. -/
structure BodyRun where
  env : Environment
  messages : List Message := []
  /-- An exception that ended the elaboration or the kernel's check. -/
  thrown : Option String := none
  /-- The line of the tactic that was running then; 0 where that is not known. -/
  thrownLine : Nat := 0

/-- Introduce the binders under their own names, run the block on what is left, and hand the whole
term to the kernel. -/
def proveWith (name : Name) (levels : List Name) (type : Expr) (binders : Nat) (block : Syntax) : TermElabM Unit := do
  let m ← mkFreshExprSyntheticOpaqueMVar type
  let r ← m.mvarId!.introNP binders
  Term.runTactic r.2 block .term
  Term.synthesizeSyntheticMVarsNoPostponing
  let value ← instantiateMVars m
  addDecl (.thmDecl { name, levelParams := levels, type, value })

def runBody (t : Frozen) (goal : Expr) (binders : Nat) (block : Syntax) (text : String)
    (l : Limits) : IO BodyRun := do
  let started ← IO.getNumHeartbeats
  let core : Core.Context := {
    fileName := "<input>"
    fileMap := text.toFileMap
    options := optionsFor l
    maxRecDepth := l.recursion
    openDecls := t.opened
    maxHeartbeats := l.heartbeats * 1000
    initHeartbeats := started
    cancelTk? := some l.token }
  let termContext : Term.Context := { declName? := some judgedName }
  let termState : Term.State := { levelNames := t.levels }
  let act : MetaM (Option (String × Nat)) := do
    let ref ← ST.mkRef termState
    try
      proveWith judgedName t.levels goal binders block termContext ref
      return none
    catch ex =>
      let line := match ex.getRef.getPos? with
        | some pos => (core.fileMap.toPosition pos).line
        | none => 0
      return some (← ex.toMessageData.toString, line)
  let r ← (Meta.MetaM.toIO act core { env := t.env }).toBaseIO
  match r with
  | .ok (some (said, line), x) =>
    return { env := x.1.env, messages := x.1.messages.toList, thrown := some said, thrownLine := line }
  | .ok (none, x) => return { env := x.1.env, messages := x.1.messages.toList }
  | .error e => return { env := t.env, thrown := some e.toString }

def byBlock (s : Syntax) : Syntax := node ``Parser.Term.byTactic #[atom "by", s]

/-- A term as the block `by exact term`. -/
def exactBlock (term : Syntax) : Syntax :=
  let tac := node ``Parser.Tactic.exact #[atom "exact", term]
  byBlock (node ``Parser.Tactic.tacticSeq #[node ``Parser.Tactic.tacticSeq1Indented #[mkNullNode #[tac]]])

def parseBody (env : Environment) (slot text : String) : Except String (Syntax × Syntax) :=
  if slot == "term" then
    match parsePiece env (Parser.categoryParserFn `term) text with
    | .ok s => .ok (s, exactBlock s)
    | .error e => .error e
  else
    match parsePiece env Parser.Tactic.tacticSeq.fn text with
    | .ok s => .ok (s, byBlock s)
    | .error e => .error e

/-- The facts about a constant that should be a proof of `goal`, including the kernel's second
opinion: all new constants it rests on are added again to `base`, which no candidate ever touches. -/
def targetJson (base env : Environment) (trust : Trust) (name : Name) (goal : Expr) : IO Json := do
  match env.find? name with
  | none => return Json.mkObj [("found", Json.bool false)]
  | some c =>
    let w ← walkFrom base env trust [name]
    let r := replay env base w.fresh
    let again := match r.1.find? name with
      | some replayed => replayed.type == c.type
      | none => false
    let proves := match c with
      | .thmInfo _ => true
      | _ => false
    return Json.mkObj [("found", Json.bool true), ("theorem", Json.bool proves),
      ("type_equal", Json.bool (c.type == goal)), ("bad", Json.arr (jsonNames w.bad #[])),
      ("axioms", Json.arr (jsonNames w.axioms #[])), ("new", toJson (countNames w.fresh 0)), ("unreplayed", Json.arr (jsonNames r.2 #[])),
      ("replayed_type_equal", Json.bool again)]

def optionText (o : Option String) : Json :=
  match o with
  | some s => Json.str s
  | none => Json.null

def messageFields (ms : List Message) : IO (List (String × Json)) := do
  let js ← messagesJson ms 50 #[]
  return [("messages", Json.arr js), ("errors", toJson (countErrors ms 0)), ("message_count", toJson (countMessages ms 0))]

/-- Whether a body refers to its own theorem or has local recursive definitions, which need Lean's
own elaboration of a declaration. -/
partial def isRecursive (name : Name) (s : Syntax) : Bool :=
  match s with
  | .ident _ _ n _ => n == name
  | .node _ k args => if k == ``Parser.Term.letrec || k == `Lean.Parser.Tactic.letrec then true else anyRecursive name args.toList
  | _ => false
where
  anyRecursive (name : Name) (l : List Syntax) : Bool :=
    match l with
    | [] => false
    | s :: rest => if isRecursive name s then true else anyRecursive name rest

/-- `theorem name sig := term`, as syntax. -/
def runDeclared (t : Frozen) (name : Name) (sig term : Syntax) (text : String) (l : Limits) : IO BodyRun := do
  let declId := node ``Parser.Command.declId #[mkIdent name, empty]
  let suffix := node ``Parser.Termination.suffix #[empty, empty]
  let value := node ``Parser.Command.declValSimple #[atom ":=", term, suffix, empty]
  let modifiers := node ``Parser.Command.declModifiers #[empty, empty, empty, empty, empty, empty, empty]
  let cmd := node ``Parser.Command.declaration #[modifiers, node ``Parser.Command.theorem #[atom "theorem", declId, sig, value]]
  let r ← runCommand cmd text.toFileMap 0 l (startState t.env l t.opened)
  return { env := r.1.env, messages := r.1.messages.toList, thrown := r.2 }

/-- One body against one goal. With `observe` a refused body is still run, which only the tests of
the other layers ask for. -/
def judgeBody (base : Environment) (policy : Policy) (trust : Trust) (t : Frozen) (goal : Expr) (binders : Nat)
    (claim : Option (Name × Syntax)) (slot text : String) (observe : Bool) (l : Limits) : IO Json := do
  match parseBody t.env slot text with
  | .error e => return Json.mkObj [("parse_error", Json.str e)]
  | .ok (parsed, block) =>
    let refused := refusal policy parsed
    let skip := match refused with
      | some _ => !observe
      | none => false
    if skip then return Json.mkObj [("refused", optionText refused)] else
    let declared := match claim with
      | some (name, sig) => if isRecursive name parsed then some (name, sig) else none
      | none => none
    let r ← match declared with
      | some (name, sig) => runDeclared t name sig (if slot == "term" then parsed else block) text l
      | none => runBody t goal binders block text l
    let proof := match declared with
      | some (name, _) => name
      | none => judgedName
    let said ← messageFields r.messages
    let target ← targetJson base r.env trust proof goal
    return Json.mkObj (join said [("refused", optionText refused), ("thrown", optionText r.thrown),
      ("thrown_line", toJson r.thrownLine), ("target", target)])

/-- The first refusal among commands; without `observe` there is none left at the end. -/
def refusalOf (policy : Policy) (cmds : List Syntax) : Option String :=
  match cmds with
  | [] => none
  | c :: rest =>
    match refusal policy c with
    | some why => some why
    | none => refusalOf policy rest

/-- Whether an identifier below names something of `IO`. -/
partial def mentionsIO (s : Syntax) : Bool :=
  match s with
  | .ident _ _ (.str n _) _ => n.getRoot == `IO
  | .node _ _ args => anyIO args.toList
  | _ => false
where
  anyIO (l : List Syntax) : Bool :=
    match l with
    | [] => false
    | s :: rest => if mentionsIO s then true else anyIO rest

/-- An evaluation that loops for ever and does nothing else: not a trick, but nothing to wait for. -/
def isEndless (cmds : List Syntax) : Bool :=
  match cmds with
  | c :: _ => mentionsKind [`Lean.doElemRepeat_, `Lean.doElemWhile_Do_] c && !(mentionsIO c)
  | [] => false

/-- A whole file against one goal: its commands are admitted one by one before they are elaborated. -/
def judgeFile (base : Environment) (policy : Policy) (trust : Trust) (name : Name) (goal : Expr)
    (text : String) (observe : Bool) (l : Limits) : IO Json := do
  let admits := fun cmd => if observe then none else
    match unlisted policy cmd with
    | some why => some why
    | none => refusal policy cmd
  let o ← runCommands (contextOf text) (startOf base text) l admits { state := startState base l }
  let said ← messageFields o.messages
  let refused := match o.refused with
    | some what => some what
    | none => if reachEnd o.commands then refusalOf policy o.commands else some "Lean.Parser.Command.exit"
  let target ← targetJson base o.state.env trust name goal
  return Json.mkObj (join said [("refused", optionText refused), ("thrown", optionText o.internal),
    ("endless", Json.bool (isEndless o.commands)), ("target", target)])

/-- Bodies in order until one leaves a proof without errors or the heartbeats of all are used up. Each has
its own limit; what it took is reported in thousands, as limits are. -/
def judgeBodies (base : Environment) (policy : Policy) (trust : Trust) (t : Frozen) (goal : Expr) (binders : Nat)
    (claim : Option (Name × Syntax)) (slot : String) (texts : List String) (observe : Bool) (l : Limits) (left : Nat) (acc : Array Json) : IO (Array Json) :=
  match texts with
  | [] => return acc
  | text :: rest => do
    let before ← IO.getNumHeartbeats
    let own := { l with heartbeats := min l.heartbeats left }
    let j ← judgeBody base policy trust t goal binders claim slot text observe own
    let used := ((← IO.getNumHeartbeats) - before) / 1000
    let acc := acc.push (j.setObjVal! "heartbeats" (toJson used))
    if (← l.token.isSet) || looksProved j || left ≤ used then return acc
    else judgeBodies base policy trust t goal binders claim slot rest observe l (left - used) acc
where
  /-- Only decides whether to go on trying; the verdict is made from the facts. -/
  looksProved (j : Json) : Bool :=
    match j.getObjValAs? Nat "errors", j.getObjVal? "target", j.getObjVal? "thrown" with
    | .ok 0, .ok t, .ok .null =>
      match t.getObjValAs? Bool "replayed_type_equal", t.getObjVal? "bad" with
      | .ok true, .ok (.arr bad) => bad.size == 0
      | _, _ => false
    | _, _, _ => false

/-- Try to prove a side condition; used for probes, never for evidence. -/
def provable (base : Environment) (levels : List Name) (type : Expr) (tactic : Syntax) (l : Limits) : IO Bool := do
  let r ← runBody { type, levels, binders := 0, sig := .missing, env := base } type 0 (byBlock tactic) "" l
  match r.thrown, countErrors r.messages 0, r.env.find? judgedName with
  | none, 0, some _ =>
    let w := walk base r.env [``sorryAx] false [judgedName] {}
    match w.bad with
    | [] => return true
    | _ => return false
  | _, _, _ => return false

def conditionFindings (base : Environment) (levels : List Name) (cs : List (String × Expr)) (tactic : Syntax)
    (l : Limits) (room : Nat) (acc : Array Json) : IO (Array Json) :=
  match cs, room with
  | [], _ => return acc
  | _, 0 => return acc
  | (code, c) :: rest, n + 1 => do
    let ok ← provable base levels c tactic l
    let acc ← if ok then pure acc else do
      let text ← printType base c
      pure (acc.push (finding code text))
    conditionFindings base levels rest tactic l n acc

/-- The facts about a statement. -/
def statementFields (d : Divisibility) (base : Environment) (policy : Policy) (trust : Trust) (text : String) (l : Limits) :
    IO (List (String × Json) × Option Frozen) := do
  let o ← readOpenings text l { state := startState base l }
  let said ← messageFields o.state.messages.toList
  if countErrors o.state.messages.toList 0 > 0 then return (said, none) else
  match o.refused with
  | some what => return ([("refused", Json.str what)], none)
  | none =>
  match parsePiece o.state.env Parser.Command.declSig.fn text o.start with
  | .error e => return ([("parse_error", Json.str e)], none)
  | .ok sig =>
    match refusal policy sig with
    | some what => return ([("refused", Json.str what)], none)
    | none =>
      let r ← freeze o sig text l
      let said ← messageFields r.2.1
      match r.1 with
      | none => return (join said [("thrown", optionText r.2.2)], none)
      | some t =>
        let w ← walkFrom base base trust t.type.getUsedConstants.toList
        let i := inspect d base t.type [] [] {}
        let findings := statementFindings t i.findings
        let printed ← printType base t.type
        let parts ← partsFields base t
        return (join (join said parts) [("thrown", optionText r.2.2), ("type_text", Json.str (termText t.type "")),
          ("type", Json.str printed), ("bad", Json.arr (jsonNames w.bad #[])), ("findings", Json.arr findings),
          ("concludes_false", Json.bool (concludesFalse t.type))], some t)

def answerJudge (d : Divisibility) (base : Environment) (policy filePolicy : Policy) (trust : Trust) (j : Json) (l : Limits) :
    IO (List (String × Json)) := do
  let s ← statementFields d base policy trust (field j "statement") l
  let statement := ("statement", Json.mkObj s.1)
  match s.2 with
  | none => return [statement]
  | some t =>
    let observe := field j "observe" == "yes"
    match ← goalFor base t (field j "polarity") with
    | .error e => return [statement, ("goal_error", Json.str e)]
    | .ok (goal, binders) =>
      let printed ← printType base goal
      let goalFields := [statement, ("goal", Json.str printed), ("goal_text", Json.str (termText goal ""))]
      match field j "slot" with
      | "none" => return goalFields
      | "full" =>
        let body ← judgeFile base filePolicy trust (field j "name").toName goal (field j "body") observe l
        return join goalFields [("bodies", Json.arr #[body])]
      | slot =>
        let claim := if field j "polarity" == "claim" then some ((field j "name").toName, t.sig) else none
        let bodies ← judgeBodies base policy trust t goal binders claim slot (fieldTexts j "bodies") observe l
          (fieldNat j "budget" 1000000000) #[]
        return join goalFields [("bodies", Json.arr bodies)]

/-- The goals of probes that Lean proves, as findings. -/
def provedFindings (base : Environment) (levels : List Name) (goals : List ProbeGoal) (strong plain : Syntax)
    (l : Limits) (acc : Array Json) : IO (Array Json) :=
  match goals with
  | [] => return acc
  | g :: rest => do
    let proved ← provable base levels g.type (if g.plain then plain else strong) l
    let acc := if proved then acc.push (finding g.code g.detail) else acc
    if ← l.token.isSet then return acc
    provedFindings base levels rest strong plain l acc

/-- Probes of a statement, all in one request: do its partial operations stay where they mean what they
say, do its hypotheses contradict each other, does a claim hold without them, does one of them say it? What
was not proved in time says nothing. -/
def answerProbe (d : Divisibility) (base : Environment) (policy : Policy) (trust : Trust) (j : Json) (l : Limits) :
    IO (List (String × Json)) := do
  let s ← statementFields d base policy trust (field j "statement") l
  match s.2 with
  | none => return [("statement", Json.mkObj s.1)]
  | some t =>
    match parsePiece base Parser.Tactic.tacticSeq.fn (field j "side_tactic"),
          parsePiece base Parser.Tactic.tacticSeq.fn (field j "strong_tactic"),
          parsePiece base Parser.Tactic.tacticSeq.fn (field j "plain_tactic") with
    | .ok side, .ok strong, .ok plain =>
      let goals ← match ← inMeta base (probeGoals t (fieldTexts j "claims") (fieldTexts j "foreign") (fieldTexts j "said")) with
        | .ok goals => pure goals
        | .error e => throw (IO.userError e)
      let proved ← provedFindings base t.levels goals strong plain l #[]
      let i := inspect d base t.type [] [] {}
      let conditions ← conditionFindings base t.levels i.conditions side l 24 #[]
      -- A condition that was not proved because time was over is not known to fail.
      let late ← l.token.isSet
      let conditions := if late then #[] else conditions
      return [("statement", Json.mkObj s.1), ("proved", Json.arr proved), ("conditions", Json.arr conditions)]
    | .error e, _, _ => throw (IO.userError e)
    | _, .error e, _ => throw (IO.userError e)
    | _, _, .error e => throw (IO.userError e)
