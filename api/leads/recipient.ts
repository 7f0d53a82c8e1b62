import { hash } from 'node:crypto'
import { invalidBody } from '../input/refused-input.ts'

/** One mailbox: no list, no name beside it, no quotes. */
const MAILBOX =
  /^[^\s@<>(),;:"\\[\]\p{C}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u

/** The address of a request. Throws 400 if it is not one mailbox; the refusal does not repeat it. */
export function mailboxOf(text: string): string {
  const mailbox = text.trim().normalize('NFC')
  if (MAILBOX.test(mailbox) && !mailbox.includes('..')) return mailbox
  throw invalidBody(['email'], 'email must be one mail address, such as visitor@example.org.')
}

/** Recognizes an address without keeping it. Upper and lower case are one address. */
export const recipientOf = (mailbox: string): string => hash('sha256', mailbox.toLowerCase(), 'hex')
