import { type FactReader, factsBy } from './fact.ts'

const TITLE = String.raw`(?:[Ss]tate )?(?:Sen(?:ator|\.)|Rep(?:resentative|\.)|Assembly(?:man|woman|member)|Delegate|Del\.|Council(?:man|woman|member)|[Ss]enator|[Rr]epresentative|[Dd]elegate|[Aa]ssembly(?:man|woman|member))`
const WORD = String.raw`\p{Lu}[\p{L}\p{M}'’-]*\.?`
const NAME = String.raw`(?<name>${WORD}(?:\s+(?:(?:de|la|del|van|von|der)\s+)*${WORD}){0,3})`
const BY = String.raw`\b(?:(?:co-?)?sponsored|introduced|authored|filed|written|proposed|carried) by (?:${TITLE} )?${NAME}`
const TITLED = String.raw`\b${TITLE} ${NAME}`

/** Not the name of a person. */
const OTHERS = /^(?:Republicans?|Democrats?|Governor|Senate|House|Congress|Committee|President|The|A|An)\b/u

/** Reads sponsors: `sponsored by Jane Alder`, `Senator Alder's bills`. Names begin with a capital. */
export const sponsors: FactReader = (question) => {
  const read = new RegExp(`${BY}|${TITLED.replace('?<name>', '?<titled>')}`, 'gu')
  return factsBy(question, read, ({ groups }) => {
    const printed = groups?.name ?? groups?.titled ?? ''
    const name = printed.replace(/['’]s?$/u, '').replace(/(?<=\p{L}{2})\.$/u, '')
    return name === '' || OTHERS.test(name) ? undefined : { sponsors: [name] }
  })
}
