import type { Mark } from '../lines/marked-lines.ts'
import type { Attributes } from './markup.ts'

const struckElements: ReadonlySet<string> = new Set(['s', 'strike', 'del'])
const insertedElements: ReadonlySet<string> = new Set(['u', 'ins'])
const LINE_THROUGH = /text-decoration(?:-line)?\s*:[^;}]*\bline-through\b/iu
const UNDERLINE = /text-decoration(?:-line)?\s*:[^;}]*\bunderline\b/iu

/** Classes on legislatures' pages that are styled in another file. */
const STRUCK_CLASS =
  /(?:strike(?:n|out|through)?|stricken|line-?through|deleted(?:-?text)?|removed-?text)$|(?:^|[-_])(?:struck|del|delete)$/iu
const INSERTED_CLASS = /^(?:.*[-_])?(?:ins|inserted(?:-?text)?|added-?text|underlined?)$/iu

/** Gives the mark of an element's words, from its name, its style, and its classes in the page's style sheets. */
export type MarkReader = {
  readonly learn: (sheet: string) => void
  /** `outer` is the mark of the enclosing element. Words inside a struck element are struck. */
  readonly markOf: (name: string, attributes: Attributes, outer: Mark) => Mark
}

export function createMarkReader(): MarkReader {
  const struck = new Set<string>()
  const inserted = new Set<string>()
  return {
    learn(sheet) {
      for (const [, selectors = '', style = ''] of sheet.matchAll(/([^{}]+)\{([^{}]*)\}/gu)) {
        const classes = LINE_THROUGH.test(style) ? struck : UNDERLINE.test(style) ? inserted : null
        // The last class of a selector counts: `p.text .st` is about elements with `st`.
        for (const selector of selectors.split(',')) {
          const name = /\.([\w-]+)\s*$/u.exec(selector)?.[1]
          if (name !== undefined) classes?.add(name)
        }
      }
    },
    markOf(name, { style = '', class: classes = '' }, outer) {
      if (outer === 'struck') return outer
      const names = classes.split(/\s+/u).filter((one) => one !== '')
      const isStruck = (one: string): boolean => struck.has(one) || STRUCK_CLASS.test(one)
      if (struckElements.has(name) || LINE_THROUGH.test(style) || names.some(isStruck)) return 'struck'
      const isInserted = (one: string): boolean => inserted.has(one) || INSERTED_CLASS.test(one)
      const isPutIn = insertedElements.has(name) || UNDERLINE.test(style) || names.some(isInserted)
      return isPutIn ? 'inserted' : outer
    },
  }
}
