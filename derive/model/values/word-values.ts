const units = words(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
)
const tens = words('twenty thirty forty fifty sixty seventy eighty ninety')
const ordinalUnits = words(
  'zeroth first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
)
const ordinalTens = words('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth')

export const scales: ReadonlyMap<string, number> = new Map([
  ['hundred', 1e2],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
])

/** The value of each English word for a number below one hundred, ordinals included. */
export const wordValues: ReadonlyMap<string, number> = new Map([
  ...units.map((word, value) => [word, value] as const),
  ...ordinalUnits.map((word, value) => [word, value] as const),
  ...tens.map((word, index) => [word, 20 + 10 * index] as const),
  ...ordinalTens.map((word, index) => [word, 20 + 10 * index] as const),
])

function words(list: string): readonly string[] {
  return list.split(' ')
}
