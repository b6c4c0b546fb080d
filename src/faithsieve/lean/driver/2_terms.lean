/-!
Terms: a stable serialisation, what a constant rests on, and the re-check of new constants by the
kernel into a clean environment.
-/

def levelText (l : Level) (acc : String) : String :=
  match l with
  | .zero => acc ++ "0"
  | .succ l => levelText l (acc ++ "+")
  | .max a b => levelText b (levelText a (acc ++ "m"))
  | .imax a b => levelText b (levelText a (acc ++ "i"))
  | .param n => acc ++ "p<" ++ nameText n ++ ">"
  | .mvar n => acc ++ "v<" ++ nameText n.name ++ ">"

def levelsText (ls : List Level) (acc : String) : String :=
  match ls with
  | [] => acc
  | l :: rest => levelsText rest (levelText l (acc ++ ","))

/-- The term as text, equal for equal terms and different for different ones, whatever the names
and kinds of bound variables are. Pretty-printing has neither property. -/
partial def termText (e : Expr) (acc : String) : String :=
  match e with
  | .bvar i => acc ++ "#" ++ toString i ++ ";"
  | .fvar f => acc ++ "F<" ++ nameText f.name ++ ">"
  | .mvar f => acc ++ "V<" ++ nameText f.name ++ ">"
  | .sort l => levelText l (acc ++ "S") ++ ";"
  | .const n ls => levelsText ls (acc ++ "C<" ++ nameText n ++ ">") ++ ";"
  | .app f a => termText a (termText f (acc ++ "@"))
  | .lam _ t b _ => termText b (termText t (acc ++ "L"))
  | .forallE _ t b _ => termText b (termText t (acc ++ "P"))
  | .letE _ t v b _ => termText b (termText v (termText t (acc ++ "E")))
  | .lit (.natVal n) => acc ++ "N" ++ toString n ++ ";"
  | .lit (.strVal s) => acc ++ "T" ++ (Json.str s).compress
  | .mdata _ e => termText e acc
  | .proj n i e => termText e (acc ++ "J<" ++ nameText n ++ ">" ++ toString i ++ ";")

/-- The names of the leading binders of a type, in their order. -/
def binderNames (e : Expr) (acc : Array Json) : Array Json :=
  match e with
  | .forallE n _ b _ => binderNames b (acc.push (Json.str (nameText n)))
  | _ => acc

/-- A declaration for readers outside: its kind, its type and what it stands for. -/
def declarationJson (c : ConstantInfo) : Json :=
  let type := ("type", Json.str (termText c.type ""))
  match c with
  | .defnInfo v => Json.mkObj [("kind", Json.str "def"), type, ("value", Json.str (termText v.value ""))]
  | .inductInfo v => Json.mkObj [("kind", Json.str "inductive"), type, ("params", toJson v.numParams),
      ("indices", toJson v.numIndices), ("recursive", Json.bool v.isRec), ("ctors", Json.arr (jsonNames v.ctors #[]))]
  | .ctorInfo v => Json.mkObj [("kind", Json.str "constructor"), type, ("of", Json.str (nameText v.induct)),
      ("params", toJson v.numParams), ("fields", toJson v.numFields), ("names", Json.arr (binderNames c.type #[]))]
  | .recInfo v => Json.mkObj [("kind", Json.str "recursor"), type, ("params", toJson v.numParams),
      ("motives", toJson v.numMotives), ("minors", toJson v.numMinors), ("indices", toJson v.numIndices)]
  | _ => Json.mkObj [("kind", Json.str "opaque"), type]

/-- The declarations of the named constants, without those that do not exist. -/
def declarations (env : Environment) (names : List String) : List (String × Json) :=
  match names with
  | [] => []
  | n :: rest =>
    match env.find? n.toName with
    | some c => (n, declarationJson c) :: declarations env rest
    | none => declarations env rest

/-- Constants that a constant's own declaration mentions. -/
def mentioned (c : ConstantInfo) : List Name :=
  let inType := c.type.getUsedConstants.toList
  match c with
  | .thmInfo v => join inType v.value.getUsedConstants.toList
  | .defnInfo v => join inType v.value.getUsedConstants.toList
  | .opaqueInfo v => join inType v.value.getUsedConstants.toList
  | .inductInfo v => join inType v.ctors
  | .ctorInfo v => v.induct :: inType
  | .recInfo v => join v.all inType
  | _ => inType

def kindText (c : ConstantInfo) : String :=
  match c with
  | .thmInfo _ => "theorem"
  | .defnInfo _ => "def"
  | .axiomInfo _ => "axiom"
  | .opaqueInfo _ => "opaque"
  | _ => "other"

/-- Where a walk from a constant ends. -/
structure Walk where
  seen : NameSet := {}
  /-- New constants reached, in no particular order. -/
  fresh : List Name := []
  /-- What a proof must not rest on: axioms beyond the three classical ones, and denied constants. -/
  bad : List Name := []
  /-- The three axioms of classical mathematics, where used directly. -/
  axioms : List Name := []
  /-- Library constants whose own declarations were followed. -/
  library : NameSet := {}

/-- Constants of the base on which no proof may rest: holes, trust in the compiler, and the
compiler's own placeholders. -/
def deniedLeaves : List Name := [``sorryAx, `Lean.ofReduceBool, `Lean.ofReduceNat, `Lean.trustCompiler,
  ``lcProof, ``lcUnreachable, ``lcAny, `lcErased, `lcCast, `lcVoid]

def classicalAxioms : List Name := [``propext, ``Classical.choice, ``Quot.sound]

/-- How far the base is trusted. -/
structure Trust where
  denied : List Name := deniedLeaves
  /-- Whether proofs of libraries other than Lean's own are followed down to their axioms. The
  embedded build has none of them: there the base is trusted through the pinned package. -/
  followsLibraries : Bool := false
  /-- Library constants that were followed before and rest on nothing bad. -/
  clean : IO.Ref NameSet

/-- Whether a constant belongs to the distribution of Lean itself. -/
def isOfLean (env : Environment) (n : Name) : Bool :=
  match env.getModuleIdxFor? n with
  | none => false
  | some i =>
    match env.header.moduleNames[i.toNat]? with
    | some m => m.getRoot == `Init || m.getRoot == `Lean || m.getRoot == `Std
    | none => false

def isClassical (n : Name) : Bool := memName n classicalAxioms

/-- Take one constant of the base into a walk. -/
def visitBase (denied : List Name) (n : Name) (c : ConstantInfo) (w : Walk) : Walk :=
  let w := if memName n denied || c.isUnsafe then { w with bad := n :: w.bad } else w
  if isClassical n then { w with axioms := n :: w.axioms } else w

/-- Follow everything the named constants rest on, down to constants of `base`. These are trusted
unless `denied` names them or they are unsafe; with `follows` only Lean's own are, and those of other
libraries are followed as well. -/
partial def walk (base env : Environment) (denied : List Name) (follows : Bool) (work : List Name) (w : Walk) : Walk :=
  match work with
  | [] => w
  | n :: rest =>
    if w.seen.contains n then walk base env denied follows rest w else
    let w := { w with seen := w.seen.insert n }
    match base.find? n with
    | some c =>
      let w := visitBase denied n c w
      if !follows || isOfLean base n then walk base env denied follows rest w else
      let w := match c with
        | .axiomInfo _ => { w with bad := n :: w.bad }
        | _ => { w with library := w.library.insert n }
      walk base env denied follows (join (mentioned c) rest) w
    | none =>
      match env.find? n with
      | none => walk base env denied follows rest { w with bad := n :: w.bad }
      | some c =>
        let w := { w with fresh := n :: w.fresh }
        let w := match c with
          | .axiomInfo _ => { w with bad := n :: w.bad }
          | _ => if c.isUnsafe || c.isPartial then { w with bad := n :: w.bad } else w
        walk base env denied follows (join (mentioned c) rest) w

/-- Walk, and remember the library's part of a walk that found nothing bad. New constants are never
remembered: the next candidate may use their names again. -/
def walkFrom (base env : Environment) (trust : Trust) (work : List Name) : IO Walk := do
  let known ← trust.clean.get
  let w := walk base env trust.denied trust.followsLibraries work { seen := known, library := known }
  match w.bad with
  | [] => trust.clean.set w.library
  | _ => pure ()
  return w

def constructorsOf (env : Environment) (names : List Name) : List Constructor :=
  match names with
  | [] => []
  | c :: rest =>
    match env.find? c with
    | some info => { name := c, type := info.type } :: constructorsOf env rest
    | none => constructorsOf env rest

def inductivesOf (env : Environment) (names : List Name) : List InductiveType :=
  match names with
  | [] => []
  | n :: rest =>
    match env.find? n with
    | some (.inductInfo v) =>
      { name := n, type := v.type, ctors := constructorsOf env v.ctors } :: inductivesOf env rest
    | _ => inductivesOf env rest

/-- The declaration that would introduce a constant; constructors and recursors come with their
type, so they have none of their own. -/
def declarationOf (env : Environment) (c : ConstantInfo) : Option Declaration :=
  match c with
  | .thmInfo v => some (.thmDecl v)
  | .defnInfo v => some (.defnDecl v)
  | .axiomInfo v => some (.axiomDecl v)
  | .opaqueInfo v => some (.opaqueDecl v)
  | .inductInfo v => some (.inductDecl v.levelParams v.numParams (inductivesOf env v.all) v.isUnsafe)
  | _ => none

/-- One pass over the pending constants; those the kernel does not take yet stay pending. -/
def replayPass (src cur : Environment) (pending kept : List Name) (moved : Bool) :
    Environment × List Name × Bool :=
  match pending with
  | [] => (cur, kept, moved)
  | n :: rest =>
    match cur.find? n with
    | some _ => replayPass src cur rest kept true
    | none =>
      match src.find? n with
      | none => replayPass src cur rest (n :: kept) moved
      | some c =>
        match declarationOf src c with
        | none => replayPass src cur rest (n :: kept) moved
        | some d =>
          match cur.addDeclCore 0 d none with
          | .ok e => replayPass src e rest kept true
          | .error _ => replayPass src cur rest (n :: kept) moved

/-- Re-check constants by the kernel into `cur`, in whatever order works. Returns what is left. -/
partial def replay (src cur : Environment) (pending : List Name) : Environment × List Name :=
  let r := replayPass src cur pending [] false
  match r.2.1 with
  | [] => (r.1, [])
  | left => if r.2.2 then replay src r.1 left else (r.1, left)
