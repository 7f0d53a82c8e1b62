import { hash } from 'node:crypto'

/** The Message-ID of a mail about this text. The same mail has the same one, so that a mail that goes out twice is recognized. */
export const messageIdOf = (text: string, origin: string): string =>
  `<${hash('sha256', text, 'hex').slice(0, 40)}@${new URL(origin).hostname}>`
