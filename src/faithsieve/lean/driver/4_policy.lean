/-!
Policy: which syntax a candidate may use at all. The candidate is parsed by Lean's own parser, so a
word in a comment, a string or a longer identifier is no construct; what is not on the list of
`allowed_syntax.txt` (or defined by the prelude) is refused before anything of it is elaborated.
-/

structure Policy where
  /-- An object with the allowed kinds as keys. Looking texts up in parsed JSON is compiled code;
  building a set of some hundred names here takes minutes in this build. -/
  allowed : Json
  /-- Further kinds, for whole files. -/
  alsoAllowed : Json := Json.null
  /-- The kinds that the prelude defines. -/
  own : NameSet
  /-- Options a candidate may set, with the largest value. -/
  caps : List (Name × Nat)

def capOf (n : Name) (caps : List (Name × Nat)) : Option Nat :=
  match caps with
  | [] => none
  | (m, k) :: rest => if m == n then some k else capOf n rest

def firstIdent (ss : List Syntax) : Option Name :=
  match ss with
  | [] => none
  | .ident _ _ n _ :: _ => some n
  | _ :: rest => firstIdent rest

def firstNumber (ss : List Syntax) : Option Nat :=
  match ss with
  | [] => none
  | s :: rest =>
    match s.isNatLit? with
    | some n => some n
    | none => firstNumber rest

def optionKinds : List Name := [`Lean.Parser.Tactic.set_option, `Lean.Parser.Term.set_option, `Lean.Parser.Command.set_option]

/-- Only listed options, with numbers up to their cap. -/
def optionRefusal (p : Policy) (args : List Syntax) : Option String :=
  match firstIdent args with
  | none => some "set_option without a name"
  | some n =>
    match capOf n p.caps with
    | none => some ("set_option " ++ nameText n)
    | some cap =>
      match firstNumber args with
      | some k => if k ≤ cap then none else some ("set_option " ++ nameText n ++ " above " ++ toString cap)
      | none => some ("set_option " ++ nameText n)

/-- `decide` may be told to use the kernel; nothing else, and nothing computed. -/
partial def decideRefusal (ss : List Syntax) : Option String :=
  match ss with
  | [] => none
  | .ident _ _ n _ :: rest => if n == `kernel || n == `revert then decideRefusal rest else some ("decide with " ++ nameText n)
  | .node _ k args :: rest =>
    if k == `Lean.Parser.Tactic.valConfigItem then some "decide with a computed option"
    else
      match decideRefusal args.toList with
      | some why => some why
      | none => decideRefusal rest
  | _ :: rest => decideRefusal rest

def isToken (k : Name) : Bool :=
  match k with
  | .str (.str .anonymous "token") _ => true
  | _ => false

def hasKey (j : Json) (key : String) : Bool :=
  match j.getObjVal? key with
  | .ok _ => true
  | .error _ => false

def admitsKind (p : Policy) (k : Name) : Bool :=
  let key := nameText k
  hasKey p.allowed key || hasKey p.alsoAllowed key || p.own.contains k || isToken k

/-- The compiler's own placeholders: proofs of everything, for code that was checked before. The
kernel refuses them, but in this build a refusal by the kernel was seen never to return. -/
def compilerPlaceholders : List Name := [``lcProof, ``lcUnreachable, ``lcAny, `lcErased, `lcCast, `lcVoid]

/-- The first construct that is not allowed. -/
partial def refusal (p : Policy) (s : Syntax) : Option String :=
  match s with
  | .missing => some "a gap left by a parse error"
  | .atom _ _ => none
  | .ident _ _ n _ => if memName n compilerPlaceholders then some (nameText n) else none
  | .node _ k args =>
    if !(admitsKind p k) then some (nameText k)
    else
      let own := if memName k optionKinds then optionRefusal p args.toList
        else if k == `Lean.Parser.Tactic.decide then decideRefusal args.toList
        else none
      match own with
      | some why => some why
      | none => refusals p args.toList
where
  refusals (p : Policy) (ss : List Syntax) : Option String :=
    match ss with
    | [] => none
    | s :: rest =>
      match refusal p s with
      | some why => some why
      | none => refusals p rest

/-- Syntax kinds that exist with the prelude and not without it. -/
def newKinds (before : NameSet) (after : List Name) (acc : NameSet) : NameSet :=
  match after with
  | [] => acc
  | k :: rest => newKinds before rest (if before.contains k then acc else acc.insert k)

def nameSetOf (names : List Name) (acc : NameSet) : NameSet :=
  match names with
  | [] => acc
  | n :: rest => nameSetOf rest (acc.insert n)

/-- Parse one piece, alone and to the end of its text. -/
def parsePiece (env : Environment) (p : Parser.ParserFn) (text : String) : Except String Syntax :=
  let ictx := contextOf text
  let s := (Parser.andthenFn Parser.whitespace p).run ictx { env, options := {} } (Parser.getTokenTable env)
    (Parser.mkParserState text)
  match s.allErrors.toList with
  | [] =>
    if String.Pos.Raw.atEnd text s.pos then .ok s.stxStack.back
    else
      let pos := ictx.fileMap.toPosition s.pos
      .error (toString pos.line ++ ":" ++ toString pos.column ++ ": something follows where the text should end")
  | _ => .error (s.toErrorMsg ictx)
