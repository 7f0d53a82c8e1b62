/** A confirmed lead, as its account sees it. */
export type LeadRow = {
  readonly id: number
  readonly widget_id: number
  readonly email: string
  readonly name: string | null
  readonly consent_text: string
  readonly questions: readonly string[]
  readonly answers: readonly string[]
  readonly page: string | null
  readonly source: string | null
  readonly district: string | null
  readonly consented_at: string
  readonly confirmed_at: string
  readonly updated_at: string
}

export const LEAD = `l.id, l.widget_id, l.email, l.name, l.consent_text, l.questions, l.answers, l.page, l.source,
  l.district, l.consented_at, l.confirmed_at, l.updated_at`

/** The assignments that leave a tombstone: nothing of the person remains. */
export const WIPED = `email = NULL, recipient = NULL, name = NULL, consent_text = NULL, questions = NULL, answers = NULL,
  page = NULL, source = NULL, district = NULL, confirm_sha256 = NULL, removed_at = now(), updated_at = now()`
