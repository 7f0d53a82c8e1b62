import { type FactReader, factsBy } from './fact.ts'

const CONGRESS = 'ocd-division/country:us'
const YEARS =
  /\b(?<first>(?:19|20)\d\d)\s?[-–/]\s?(?<second>(?:19|20)?\d\d)(?:\s+(?:regular\s+)?(?:legislative\s+)?(?:session|biennium))?\b/giu
const ORDINAL =
  /\b(?:the\s+)?(?<number>\d{2,3})(?<ending>st|nd|rd|th)\s+(?<body>congress|general assembly|legislature|council|session)\b/giu

/** Reads sessions: `2025-2026`, `2025-26 session`, `119th Congress`, `104th General Assembly`. */
export const sessions: FactReader = (question) => [
  ...factsBy(question, YEARS, ({ groups }) => {
    const { first = '', second = '' } = groups ?? {}
    const last = second.length === 2 ? first.slice(0, 2) + second : second
    const isSession = Number(last) === Number(first) + 1
    return isSession ? { sessions: [`${first}-${last}`, `${first}-${last.slice(2)}`] } : undefined
  }),
  ...factsBy(question, ORDINAL, ({ groups }) => {
    const { number = '', ending = '', body = '' } = groups ?? {}
    const named = { sessions: [number, `${number}${ending.toLowerCase()}`] }
    return body.toLowerCase() === 'congress' ? { ...named, jurisdictions: [CONGRESS] } : named
  }),
]
