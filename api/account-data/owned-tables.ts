/** A table with rows of accounts, and how its rows are exported. */
export type OwnedTable = {
  readonly table: string
  /** The column that finds its rows: it has the id of the account, or the key of a row of `inside`. */
  readonly column: string
  /** The table to whose rows its rows belong. */
  readonly inside?: string
  /** The columns, with their types, that order the rows which `column` finds. An index has `column` and them. */
  readonly key: Key
  /** What `column` finds is one row, or hardly more. */
  readonly is_few?: true
  /** The column by which rows of other tables refer to its rows. */
  readonly referred_by?: 'id' | 'key'
  /** Columns that are not exported: secrets, hashes, and what only this service needs. */
  readonly left_out?: readonly string[]
  /** Exported only for callers with the scope `leads`. */
  readonly is_contact?: true
}

export type Key = readonly (readonly [string, 'bigint' | 'date' | 'text' | 'integer'])[]

const OWN = 'account_id'
const ID: Key = [['id', 'bigint']]
const BILL_ID: Key = [['bill_id', 'bigint']]
const DAY: Key = [['day', 'date']]
const NONE: Key = []

/** What an export has of an account, in this order. A test refuses a table that is neither here nor below. */
export const ownedTables: readonly OwnedTable[] = [
  { table: 'account.account', column: 'id', key: NONE, is_few: true },
  { table: 'account.user', column: OWN, key: ID, left_out: ['recipient'] },
  { table: 'account.invitation', column: OWN, key: ID, left_out: ['recipient', 'sha256'] },
  { table: 'account.token', column: OWN, key: ID, left_out: ['sha256'] },
  { table: 'account.audit_entry', column: OWN, key: ID },
  { table: 'account.bill_sheet', column: OWN, key: ID },
  { table: 'account.bill_sheet_item', column: 'sheet_id', inside: 'account.bill_sheet', key: ID },
  { table: 'account.stakeholder_page', column: OWN, key: ID, left_out: ['preview_key'] },
  {
    table: 'account.page_logo',
    column: 'page_id',
    inside: 'account.stakeholder_page',
    key: NONE,
    is_few: true,
  },
  { table: 'account.page_slug', column: OWN, key: [['slug', 'text']] },
  { table: 'account.scorecard', column: OWN, key: ID },
  { table: 'account.widget', column: OWN, key: ID, left_out: ['form_key', 'sha256', 'former_sha256'] },
  { table: 'account.widget_day', column: 'widget_id', inside: 'account.widget', key: DAY },
  {
    table: 'account.lead',
    column: OWN,
    key: ID,
    left_out: ['recipient', 'confirm_sha256'],
    is_contact: true,
  },
  { table: 'account.lead_count', column: OWN, key: ID },
  { table: 'account.lookup_month', column: OWN, key: [['month', 'date']] },
  { table: 'account.credit_balance', column: OWN, key: NONE, is_few: true },
  { table: 'account.credit_entry', column: OWN, key: ID },
  { table: 'account.request_count', column: OWN, key: ID },
  { table: 'account.answer_day', column: OWN, key: DAY },
  {
    table: 'alerts.recipient',
    column: OWN,
    key: ID,
    left_out: ['address', 'link_key', 'confirm_sha256'],
  },
  { table: 'alerts.subscription', column: OWN, key: ID, left_out: ['feed_sha256', 'start'] },
  { table: 'alerts.watched_bill', column: 'subscription_id', inside: 'alerts.subscription', key: BILL_ID },
  {
    table: 'alerts.item',
    column: 'recipient_id',
    inside: 'alerts.recipient',
    key: [['ce_id', 'text']],
    left_out: ['action_words'],
  },
  // The texts have links that end a subscription without a further question.
  {
    table: 'alerts.digest',
    column: 'subscription_id',
    inside: 'alerts.subscription',
    key: DAY,
    left_out: ['text', 'html'],
  },
  {
    table: 'webhook.endpoint',
    column: OWN,
    key: [['url', 'text']],
    left_out: ['secrets', 'headers', 'start', 'lease_token', 'lease_until', 'lease_holder'],
  },
  {
    table: 'webhook.delivery',
    column: 'endpoint_id',
    inside: 'webhook.endpoint',
    key: [
      ['event_id', 'bigint'],
      ['copy', 'integer'],
    ],
    referred_by: 'key',
  },
  {
    table: 'webhook.attempt',
    column: 'delivery_key',
    inside: 'webhook.delivery',
    key: [['attempt', 'integer']],
    is_few: true,
  },
  { table: 'webhook.replay', column: 'endpoint_id', inside: 'webhook.endpoint', key: ID },
  { table: 'webhook.tracked_bill', column: 'endpoint_id', inside: 'webhook.endpoint', key: BILL_ID },
  { table: 'webhook.follow', column: OWN, key: BILL_ID },
  { table: 'webhook.notice', column: OWN, key: ID },
  { table: 'webhook.removed_endpoint', column: OWN, key: ID },
  { table: 'webhook.event', column: OWN, key: ID, left_out: ['body'] },
]

/** Rows of accounts that no export has, with the reason. They are deleted with the account like the others. */
export const notExported: Readonly<Record<string, string>> = {
  'account.console_session': 'ids of sign-ins, as hashes',
  'account.idempotency': 'answers that are repeated for a day',
  'account.lookup_reservation': 'lookups under way',
  'account.mail': 'mails that wait, with their links; what was sent has no text',
  'alerts.mail': 'mails that wait, with their links; what was sent has no text',
}

/** Tables of these schemas without rows of an account, with the reason. */
export const notOwned: Readonly<Record<string, string>> = {
  'account.deleted_account': 'ids of accounts that are gone',
  'account.mail_recipient': 'the wish of a person, over all accounts, as a hash',
  'account.mail_link': 'links of mails of all accounts, as hashes',
  'account.invitation_mail': 'how often an address was invited, over all accounts, as a hash',
  'account.sign_in_link': 'links of an address, over all accounts, as hashes',
  'alerts.change': 'events of the log',
  'alerts.deferred_event': 'events of the log',
  'alerts.parked_event': 'events of the log',
  'alerts.hold': 'the state of the service',
  'alerts.position': 'the state of the service',
  'alerts.merged_bill': 'merges of bills',
  'alerts.suppression': 'addresses that get no mail, over all accounts, as hashes',
  'webhook.deferred_event': 'events of the log',
  'webhook.parked_event': 'events of the log',
  'webhook.position': 'the state of the service',
  'webhook.merged_bill': 'merges of bills',
}
