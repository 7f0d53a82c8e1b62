/**
 * Short forms of first names that do not begin them. A form that does, such as `Dan` for Daniel, needs no
 * table.
 */
const lines = `
albert: bert
alexander: sandy sasha xander
alfred: fred
andrew: drew
anthony: tony
barbara: babs
catherine: cathy kate kathy kitty
charles: chuck chip
christina: tina
christine: tina
christopher: kit topher
cynthia: cindy
deborah: debbie
donald: donny
dorothy: dot dottie
edward: ted ned
elizabeth: beth betsy betty libby lisa liz
eugene: gene
florence: flo
francis: frank
franklin: frank
frederick: rick
gerald: jerry
gregory: greg
harold: hal harry
helen: nell
henry: hank harry
herbert: bert
jacqueline: jackie
james: jim jimmy
jerome: jerry
john: jack jonny
jonathan: jon
joseph: joe joey
judith: judy
katherine: kate kathy kitty
kathleen: kate kathy
kathryn: kate kathy
lawrence: larry
leonard: lenny
leroy: roy
margaret: maggie meg peggy
martha: marty
mary: molly polly
michael: mike mick micky
michelle: shelly shelley
nathaniel: nate
nicholas: nick
patricia: patty tricia trish
philip: pip
rebecca: becky
richard: dick rick ricky
robert: bob bobby
roberta: bobbie
rochelle: shelly
rosemary: rosie
russell: rusty
sandra: sandy
sarah: sally
stephanie: steph
steven: steve
stephen: steve
susan: sue
terrence: terry
theodore: ted
theresa: terry terri tess
teresa: terry terri tess
thomas: tom tommy
victoria: vicki vicky tori
vincent: vinny
virginia: ginny
walter: wally
william: bill billy
`

const formals = new Map<string, ReadonlySet<string>>()
for (const line of lines.trim().split('\n')) {
  const [formal, short] = line.split(': ')
  for (const name of short!.split(' ')) formals.set(name, new Set([...(formals.get(name) ?? []), formal!]))
}

/** `bob` and `robert`, in either order, folded. */
export function isNickname(a: string, b: string): boolean {
  return formals.get(a)?.has(b) === true || formals.get(b)?.has(a) === true
}
