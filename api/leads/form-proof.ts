import { createHmac, timingSafeEqual } from 'node:crypto'
import { DAY_MS, SECOND_MS } from '../../runtime/durations.ts'
import { invalidBody } from '../input/refused-input.ts'
import type { Widget } from '../widgets/widget-cache.ts'

/** A person needs this long to read the form. */
const LEAST_MS = 3 * SECOND_MS
const MOST_MS = DAY_MS

type Form = Pick<Widget, 'form_key' | 'leads'>

/** Proves when the form was shown, and with which texts. */
export function proofOf(widget: Form, now: Date): string {
  const shown_s = Math.floor(now.getTime() / SECOND_MS)
  return `${shown_s}.${signatureOf(widget, shown_s)}`
}

/** Throws 400 if the form was not shown by us, too short or too long ago, or with other texts. */
export function checkProof(widget: Form, proof: string, now: Date): void {
  const [time = '', signature = ''] = proof.split('.', 2)
  const shown_s = Number(time)
  if (!/^\d{1,12}$/.test(time) || !isSame(signature, signatureOf(widget, shown_s)))
    throw invalidBody(['form'], 'The form has changed. Please open it again.')
  const age_ms = now.getTime() - shown_s * SECOND_MS
  if (age_ms > MOST_MS) throw invalidBody(['form'], 'The form is too old. Please open it again.')
  if (age_ms < LEAST_MS) throw invalidBody(['form'], 'That was fast. Please wait a moment and try again.')
}

const signatureOf = ({ form_key, leads }: Form, shown_s: number): string =>
  createHmac('sha256', Buffer.from(form_key, 'hex'))
    .update(JSON.stringify([shown_s, leads?.consent_text, leads?.questions]))
    .digest('base64url')
    .slice(0, 22)

const isSame = (one: string, other: string): boolean =>
  Buffer.byteLength(one) === Buffer.byteLength(other) && timingSafeEqual(Buffer.from(one), Buffer.from(other))
