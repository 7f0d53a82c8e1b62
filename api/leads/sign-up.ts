import { type Database, inTransaction } from '../../runtime/postgres/postgres.ts'
import type { LeadRequest } from '../../schemas/http/widgets/widget-data.ts'
import { createToken, hashToken } from '../accounts/tokens/token-text.ts'
import { KNOWN_RECIPIENT, lockRecipient, mailboxOf, recipientOf } from '../mail/recipient.ts'
import type { Widget } from '../widgets/widget-cache.ts'
import { confirmationMail } from './confirmation-mail.ts'

/**
 * One statement for every case, so that neither the answer nor its time reveals if an address was known. An address that
 * opted out is not stored. One that was asked within a day, by any account, is not asked again: its earlier link still works.
 */
const SIGN_UP = `
  WITH known AS (${KNOWN_RECIPIENT}), signed AS (
    INSERT INTO account.lead AS l (account_id, widget_id, email, recipient, name, consent_text, questions, answers,
      page, source, district, day, consented_at, confirm_sha256)
    SELECT $3, $4, $5, decode($2, 'hex'), $6, $7, $8, $9, $10, $11, $12, ($1::timestamptz)::date, $1, decode($13, 'hex')
    FROM known WHERE NOT is_out
    ON CONFLICT (widget_id, recipient) DO UPDATE SET email = excluded.email, name = excluded.name,
      consent_text = excluded.consent_text, questions = excluded.questions, answers = excluded.answers,
      consented_at = excluded.consented_at,
      confirm_sha256 = CASE WHEN (SELECT was_asked FROM known) THEN l.confirm_sha256 ELSE excluded.confirm_sha256 END
      WHERE l.confirmed_at IS NULL
    RETURNING l.id, l.account_id, l.widget_id, l.day, l.page, l.source, l.district, l.xmax = 0 AS is_new
  ), asked AS (
    INSERT INTO account.mail_recipient AS r (recipient, asked_at)
    SELECT decode($2, 'hex'), $1 FROM signed, known WHERE NOT was_asked
    ON CONFLICT (recipient) DO UPDATE SET asked_at = excluded.asked_at
    RETURNING r.recipient
  ), link AS (
    INSERT INTO account.mail_link (sha256, recipient, created_at) SELECT decode($13, 'hex'), recipient, $1 FROM asked
  ), mail AS (
    INSERT INTO account.mail (key, lead_id, recipient, subject, body, message_id, created_at, next_attempt_at)
    SELECT 'confirm lead ' || signed.id || ' ' || ($1::timestamptz)::date, signed.id, $5, $14, $15, $16, $1, $1
    FROM signed, asked
  ), counted AS (
    INSERT INTO account.lead_count AS c (account_id, widget_id, day, page, source, district, signed_up, confirmed)
    SELECT account_id, widget_id, day, page, source, district, 1, 0 FROM signed WHERE is_new
    ON CONFLICT (widget_id, day, page, source, district)
      DO UPDATE SET signed_up = c.signed_up + 1, updated_at = now()
  )
  SELECT FROM known`

const LONGEST_PAGE = 300

/** Stores a sign-up that waits for its confirmation, and the mail that asks for it. */
export async function signUp(
  database: Database,
  widget: Widget,
  request: LeadRequest,
  { origin, now }: { readonly origin: string; readonly now: Date },
): Promise<void> {
  const email = mailboxOf(request.email)
  const recipient = recipientOf(email)
  const token = createToken('led_')
  const { account, leads } = widget
  const { subject, body, message_id } = confirmationMail(
    { account, consent_text: leads?.consent_text ?? '' },
    token,
    origin,
  )
  const answers = (request.answers ?? []).slice(0, leads?.questions.length ?? 0)
  const values = [
    ...[now, recipient, widget.account_id, widget.id, email, request.name?.trim() || null],
    ...[leads?.consent_text, leads?.questions, answers],
    ...[pageOf(request.page, widget.origins), request.source ?? null, request.district ?? null],
    ...[hashToken(token), subject, body, message_id],
  ]
  await inTransaction(database, async (client) => {
    await lockRecipient(client, recipient)
    await client.query(SIGN_UP, values)
  })
}

/** The page without its query, which may hold anything, if it is of a site that may embed the widget. */
function pageOf(text: string | undefined, origins: readonly string[]): string | null {
  const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !origins.includes(url.origin)) return null
  return `${url.origin}${url.pathname}`.slice(0, LONGEST_PAGE)
}
