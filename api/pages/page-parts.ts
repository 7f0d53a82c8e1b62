import type { prepareText } from '../http/prepared-answer.ts'
import type { PublishedPages } from './published-pages.ts'

/** What pages for people are given when they are registered. */
export type PageParts = {
  readonly stakeholderPages: PublishedPages
  readonly prepareText: typeof prepareText
}
