import Lean
open Lean Elab Meta

/-!
FaithSieve's driver: one long-lived Lean that imports once and answers many requests.

The numbered parts in this folder are joined in their order into one file, because the WebAssembly
build does not find the code of its own files when they are imported. The file is compiled once
(`embedded_toolchain.py`) and `start.lean` runs what came out.
That build ships no private compiled code, so anything that would inline a private library
function does not compile here. This is why the code below uses plain recursion over lists
instead of `for`, `map`, `repeat` and hash maps, and spells names out with `nameText`.

This part: names, JSON, messages.
-/

/-- A name as dotted text; `Name.toString` does not compile here. -/
def nameText (n : Name) : String :=
  match n with
  | .anonymous => ""
  | .str .anonymous s => s
  | .num .anonymous k => toString k
  | .str p s => nameText p ++ "." ++ s
  | .num p k => nameText p ++ "." ++ toString k

def jsonNames (names : List Name) (acc : Array Json) : Array Json :=
  match names with
  | [] => acc
  | n :: rest => jsonNames rest (acc.push (Json.str (nameText n)))

def memName (n : Name) (names : List Name) : Bool :=
  match names with
  | [] => false
  | m :: rest => if m == n then true else memName n rest

def join {α : Type} (a b : List α) : List α :=
  match a with
  | [] => b
  | n :: rest => n :: join rest b

def countNames (names : List Name) (n : Nat) : Nat :=
  match names with
  | [] => n
  | _ :: rest => countNames rest (n + 1)

/-- A text field of a request; empty when absent. -/
def field (j : Json) (key : String) : String :=
  match j.getObjValAs? String key with
  | .ok s => s
  | .error _ => ""

/-- A number field of a request; `fallback` when absent. -/
def fieldNat (j : Json) (key : String) (fallback : Nat) : Nat :=
  match j.getObjValAs? Nat key with
  | .ok n => n
  | .error _ => fallback

/-- A field as it is; null when absent. -/
def fieldJson (j : Json) (key : String) : Json :=
  match j.getObjVal? key with
  | .ok v => v
  | .error _ => Json.null

def jsonTexts (items : List Json) : List String :=
  match items with
  | [] => []
  | .str s :: rest => s :: jsonTexts rest
  | _ :: rest => jsonTexts rest

/-- A list-of-texts field of a request; empty when absent. -/
def fieldTexts (j : Json) (key : String) : List String :=
  match j.getObjVal? key with
  | .ok (.arr items) => jsonTexts items.toList
  | _ => []

def severityText (s : MessageSeverity) : String :=
  match s with
  | .error => "error"
  | .warning => "warning"
  | .information => "info"

def isError (s : MessageSeverity) : Bool :=
  match s with
  | .error => true
  | _ => false

def messageJson (m : Message) : IO Json := do
  let text ← m.data.toString
  return Json.mkObj [("severity", Json.str (severityText m.severity)),
    ("line", toJson m.pos.line), ("column", toJson m.pos.column), ("text", Json.str text)]

/-- At most `room` messages are written; the count of the rest is the caller's to report. -/
def messagesJson (ms : List Message) (room : Nat) (acc : Array Json) : IO (Array Json) :=
  match ms, room with
  | [], _ => return acc
  | _, 0 => return acc
  | m :: rest, n + 1 => do
    let j ← messageJson m
    messagesJson rest n (acc.push j)

def countErrors (ms : List Message) (n : Nat) : Nat :=
  match ms with
  | [] => n
  | m :: rest => countErrors rest (if isError m.severity then n + 1 else n)

def countMessages (ms : List Message) (n : Nat) : Nat :=
  match ms with
  | [] => n
  | _ :: rest => countMessages rest (n + 1)

/-- A message that is no Lean `Message`, such as a parse error of a piece or an exception. -/
def plainError (line column : Nat) (text : String) : Json :=
  Json.mkObj [("severity", Json.str "error"), ("line", toJson line), ("column", toJson column),
    ("text", Json.str text)]
