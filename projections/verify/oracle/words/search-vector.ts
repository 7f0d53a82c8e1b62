import { tokensOf } from '../../../../runtime/words/tokens.ts'

type Part = readonly [weight: 'A' | 'B' | 'C', texts: readonly string[]]
type Place = readonly [place: number, weight: string]

/** The search vector of the parts of a row. The projectors build it in a different way. */
export function searchVector(...parts: readonly Part[]): string {
  const places: [form: string, ...Place][] = []
  let end = 0
  for (const [weight, texts] of parts) {
    for (const text of texts) {
      const start = end === 0 ? 0 : end + 10
      for (const { form, position } of tokensOf(text)) {
        const place = Math.min(start + position, 16_383)
        places.push([form, place, weight])
        end = Math.max(end, place)
      }
    }
  }
  const lexemes = Map.groupBy(places, ([form]) => form)
  return [...lexemes]
    .map(([form, of]) => [Buffer.from(form).toString('hex'), form, placesOf(of)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, form, all]) => `'${form}':${all}`)
    .join(' ')
}

const placesOf = (all: readonly [string, ...Place][]): string =>
  all
    .filter(([, place], index) => all.findIndex((other) => other[1] >= place) === index)
    .slice(0, 255)
    .map(([, place, weight]) => `${place}${weight}`)
    .join(',')
