import type { Methods } from '../../../derive/methods/method-module.ts'
import type { Summary } from '../../../derive/summary/summary.ts'

const summaryOf = (text: string): Summary => ({ text, method: 'extractive', note: null, citations: [] })

/** The text of a bill that decides what the summary method below does. */
export const HANGS = 'It hangs.'
export const LOOPS = 'It loops.'
export const FAILS = 'It fails.'
export const FILLS_MEMORY = 'It fills the memory.'

/** Methods for tests: quick, and with texts that make them hang, fail or fill their memory. */
export const methods: Methods = {
  summary: {
    kind: 'summary',
    version: 3,
    derive({ facts, text }) {
      if (text?.text === HANGS) hang()
      if (text?.text === LOOPS) for (;;);
      if (text?.text === FAILS) throw new Error('this text makes it fail')
      if (text?.text === FILLS_MEMORY) fillMemory()
      return summaryOf(`${facts.identifier}: ${text?.text ?? facts.title}`)
    },
  },
  sections: {
    kind: 'sections',
    version: 1,
    derive: ({ text }) => ({
      form: 'plain',
      sections: [
        {
          kind: 'front',
          number: null,
          heading: null,
          path: [],
          start: 0,
          end: text.text.length,
          paragraphs: [{ start: 0, end: text.text.length, runs: [{ text: text.text, mark: 'none' }] }],
        },
      ],
    }),
  },
  diff: {
    kind: 'diff',
    version: 1,
    derive: ({ from, to }) => ({
      identical: from.text === to.text,
      complete_replacement: false,
      truncated: false,
      stats: {
        sections_added: 0,
        sections_removed: 0,
        sections_changed: 1,
        sections_moved: 0,
        words_added: to.text.length,
        words_removed: from.text.length,
        kept_share: 0,
      },
      sections: [],
    }),
  },
  changes: {
    kind: 'changes',
    version: 1,
    derive: ({ from, to }) => ({
      summary: `${from.text} became ${to.text}`,
      unchanged_wording: false,
      sentences: [],
      omitted: [],
      unexplained_words: 0,
    }),
  },
  explanation: {
    kind: 'explanation',
    version: 1,
    derive({ facts }) {
      const level = {
        sentences: [{ text: facts.title, section: null, citations: [] }],
        reading_grade: null,
      }
      return {
        levels: { headline: level, brief: level, detail: level, technical: level },
        not_stated: [],
      }
    },
  },
}

/** Blocks the thread as an endless loop does, but takes no CPU. */
export const hang = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)

function fillMemory(): void {
  const kept: number[][] = []
  for (;;) kept.push(Array.from({ length: 100_000 }, (_, at) => at))
}
