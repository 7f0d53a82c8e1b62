type Version = { readonly bill: string; readonly name: string; readonly code: string }

/** The place of a version in the life of its bill. Congress: by code and chamber; states: by words of the name. */
export function stageOf({ bill, name, code }: Version): number {
  if (code === 'law') return 12
  if (!name.startsWith('BILLS-')) return STATE_STAGES.findLastIndex((words) => words.test(name))
  const origin = /\|([HS])[^|]*$/u.exec(bill)?.[1]?.toLowerCase() ?? ''
  const step = code.replace(/\d+$/u, '')
  const isOwn = step.endsWith(origin)
  return (isOwn ? OWN_CHAMBER : OTHER_CHAMBER)[step.slice(0, -1)] ?? (step === 'enr' ? 11 : isOwn ? 4 : 8)
}

/** By the code without its chamber. The chamber of the bill acts first. */
const OWN_CHAMBER: Readonly<Record<string, number>> = { i: 0, ri: 1, r: 2, cd: 2, pc: 3, e: 5, ea: 10 }
const OTHER_CHAMBER: Readonly<Record<string, number>> = { rf: 6, rd: 6, r: 7, cd: 7, pc: 7, ea: 9 }

const STATE_STAGES = [
  /./u,
  /substitute|HD1|CSHB|engross|passed by the/iu,
  /FIN|conference|SCS|proposal/iu,
  /FIN_am|SCS_CS/iu,
  /SCS_CS\w+_am|passed by both|engrossed substitute/iu,
  /enroll|passed.legislature|as.enacted/iu,
  /act.summary|comparison|amendment_\d/iu,
]
