import type { DigestBill } from './digest-content.ts'

/** What a digest shows, before it is text or HTML. */
export type DigestPage = {
  readonly heading: string
  /** The day in words. */
  readonly day: string
  readonly bills: readonly DigestBill[]
  /** Names the bills for which there is no room. */
  readonly more: string | undefined
  readonly footer: {
    readonly reason: string
    readonly links: readonly { readonly text: string; readonly url: string }[]
  }
}
