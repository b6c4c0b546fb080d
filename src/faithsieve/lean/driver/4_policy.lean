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
  /-- The kinds of a library whose notations and tactics may be used. -/
  library : NameSet := {}
  /-- Those of its parts that define tactics and other code. -/
  code : NameSet := {}
  /-- An object with the words and signs by which a library's syntax is allowed: the names of its
  kinds change from version to version. -/
  words : Json := Json.null
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

/-- The first word or sign of a piece of syntax itself; those of its parts do not count. -/
def ownWord (ss : List Syntax) : String :=
  match ss with
  | [] => ""
  | .atom _ word :: _ => word
  | _ :: rest => ownWord rest

def isWord (s : String) : Bool :=
  let c := String.Pos.Raw.get s 0
  c.isAlpha || c == '#' || c == '@'

def isPlainValue (s : Syntax) : Bool :=
  match s.isNatLit? with
  | some _ => true
  | none =>
    match s with
    | .ident _ _ n _ => n == `true || n == `false
    | _ => false

def lastOfTwo (ss : List Syntax) : Syntax :=
  match ss with
  | [] => .missing
  | [value, _] => value
  | _ :: rest => lastOfTwo rest

/-- Options of a library's tactic may be code that runs, such as a discharger: only `(name := value)`
with a number or a truth value, `+name` and `-name`. -/
partial def computedOption (s : Syntax) : Bool :=
  match s with
  | .node _ k args =>
    if k == `Lean.Parser.Tactic.config then true
    else if k == `Lean.Parser.Tactic.valConfigItem then !(isPlainValue (lastOfTwo args.toList))
    else anyComputed args.toList
  | _ => false
where
  anyComputed (ss : List Syntax) : Bool :=
    match ss with
    | [] => false
    | s :: rest => if computedOption s then true else anyComputed rest

/-- Syntax of a library, by its word: what has none only groups its parts, which are looked at
themselves; signs are notation, except in the parts that define code. -/
def admitsLibrary (p : Policy) (k : Name) (args : List Syntax) : Bool :=
  if !(p.library.contains k) then false else
  let word := ownWord args
  word == "" || hasKey p.words word || (!(isWord word) && !(p.code.contains k))

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
    let foreign := admitsLibrary p k args.toList
    if !foreign && !(admitsKind p k) then some (nameText k)
    else
      let own := if foreign && computedOption s then some (nameText k ++ " with a computed option")
        else if memName k optionKinds then optionRefusal p args.toList
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

/-- Parts of a library whose terms may run code while they are elaborated. -/
def codeParts : List Name := [`Tactic, `Util, `Lean, `Testing, `Init, `Control]

/-- The second part of a module's name; anonymous where there is none. -/
def secondPart (n : Name) : Name :=
  match n with
  | .str (.str .anonymous _) part => Name.mkSimple part
  | .str p _ => secondPart p
  | _ => .anonymous

/-- Sort the syntax of a base: that of our own prelude, which no module declares, and that of the
named libraries. -/
def sortKind (env : Environment) (libraries : List Name) (k : Name) (p : Policy) : Policy :=
  if !(env.contains k) then p else
  match env.getModuleIdxFor? k with
  | none => { p with own := p.own.insert k }
  | some i =>
    match env.header.moduleNames[i.toNat]? with
    | none => p
    | some m =>
      if !(memName m.getRoot libraries) then p
      else
        let p := { p with library := p.library.insert k }
        if memName (secondPart m) codeParts then { p with code := p.code.insert k } else p

def sortKinds (env : Environment) (libraries : List Name) (kinds : List Name) (p : Policy) : Policy :=
  match kinds with
  | [] => p
  | k :: rest => sortKinds env libraries rest (sortKind env libraries k p)

/-- Commands and attributes are allowed by the list alone, whatever library they are from. -/
partial def unlisted (p : Policy) (s : Syntax) : Option String :=
  let k := s.getKind
  if k == `Lean.Parser.Command.in then
    match unlisted p s[0] with
    | some why => some why
    | none => unlisted p s[2]
  else if hasKey p.allowed (nameText k) || hasKey p.alsoAllowed (nameText k) then attributes p s
  else some (nameText k)
where
  attributes (p : Policy) (s : Syntax) : Option String :=
    match s with
    | .node _ k args =>
      if k == ``Parser.Term.attrInstance && !(hasKey p.alsoAllowed (nameText s[1].getKind)) then some (nameText s[1].getKind)
      else anyAttribute p args.toList
    | _ => none
  anyAttribute (p : Policy) (ss : List Syntax) : Option String :=
    match ss with
    | [] => none
    | s :: rest =>
      match attributes p s with
      | some why => some why
      | none => anyAttribute p rest

/-- Parse one piece from a place on. -/
def parseFrom (env : Environment) (p : Parser.ParserFn) (text : String) (start : String.Pos.Raw) : Parser.ParserState :=
  (Parser.andthenFn Parser.whitespace p).run (contextOf text) { env, options := {} } (Parser.getTokenTable env)
    { Parser.mkParserState text with pos := start }

/-- Parse one piece, alone and to the end of its text. -/
def parsePiece (env : Environment) (p : Parser.ParserFn) (text : String) (start : String.Pos.Raw := 0) : Except String Syntax :=
  let ictx := contextOf text
  let s := parseFrom env p text start
  match s.allErrors.toList with
  | [] =>
    if String.Pos.Raw.atEnd text s.pos then .ok s.stxStack.back
    else
      let pos := ictx.fileMap.toPosition s.pos
      .error (toString pos.line ++ ":" ++ toString pos.column ++ ": something follows where the text should end")
  | _ => .error (s.toErrorMsg ictx)
