import type { Random } from '../../../corpus/draw/random.ts'
import { parseSections } from '../../../derive/sections/parse-sections.ts'
import { readRealTexts } from '../../../test/support/derive/real-texts.ts'

/** Sections of one real text, in their order. */
export type SectionSample = readonly { readonly kind: string; readonly text: string }[]

/** Share of the longer words of a section that become words of the bill's own title, so that texts differ by subject. */
const OWN_WORDS = 0.12
const LONGEST = 60_000

/** Reads the sections of all real texts of the data. */
export async function sampleSections(): Promise<SectionSample[]> {
  const texts = [...(await readRealTexts('govinfo-bill-text')), ...(await readRealTexts('bill-texts'))]
  return texts.map(({ text }) =>
    parseSections(text).sections.map(({ kind, start, end }) => ({ kind, text: text.text.slice(start, end) })),
  )
}

/**
 * Draws texts of bills: each has the number and kinds of sections of a real text, and each section is one of any real text.
 * So their lengths, vocabulary and boilerplate are those of the real texts.
 */
export class DrawnTexts {
  readonly #samples: readonly SectionSample[]
  readonly #ofKind: ReadonlyMap<string, readonly string[]>

  constructor(samples: readonly SectionSample[]) {
    this.#samples = samples
    this.#ofKind = new Map(
      [...Map.groupBy(samples.flat(), ({ kind }) => kind)].map(([kind, all]) => [
        kind,
        all.map(({ text }) => text),
      ]),
    )
  }

  draw(random: Random, title: string): string {
    const own = title.toLowerCase().match(/[a-z]{4,}/g) ?? []
    let text = title
    for (const { kind } of random.pick(this.#samples)) {
      const section = random.pick(this.#ofKind.get(kind)!)
      text += `\n${own.length === 0 ? section : section.replace(/[A-Za-z]{6,}/g, (word) => (random.chance(OWN_WORDS) ? random.pick(own) : word))}`
      if (text.length > LONGEST) break
    }
    return text
  }
}
