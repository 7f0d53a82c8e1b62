import { hash } from 'node:crypto'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { SendMailOptions, Transporter } from 'nodemailer'
import { LegislogError } from '../../schemas/errors.ts'
import { homeFolder, type Settings } from '../settings/settings.ts'

export type Mail = {
  readonly id: number
  readonly recipient: string
  readonly subject: string
  /** Plain text. */
  readonly body: string
  readonly message_id: string
  /** When it was written. */
  readonly created_at: string
  /** The same as HTML; null or missing if there is none. */
  readonly html?: string | null
  /** The address that a program may call to end such mails (RFC 8058). */
  readonly unsubscribe_url?: string | null
}

/** Sends mails by SMTP, or writes them as files if no mail server is set. */
export type MailTransport = {
  /** Resolves when the mail server has taken the mail, or the file is written. */
  send(mail: Mail): Promise<void>
  close(): void
}

/** A mail server that does not answer costs this much at most. */
const TIMEOUT_MS = 20_000

/** `prefix`: of the names of files. */
export function createMailTransport(settings: Settings, prefix = ''): MailTransport {
  return settings.smtp_url === '' ? createMailFolder(settings, prefix) : createSmtpTransport(settings)
}

/** The package is loaded for the first mail. */
function createMailer<R>(create: (mailer: typeof import('nodemailer')) => Transporter<R>) {
  let opened: Promise<Transporter<R>> | undefined
  return {
    open(): Promise<Transporter<R>> {
      opened ??= import('nodemailer').then(create)
      return opened
    },
    close(): void {
      void opened?.then((transport) => transport.close())
    },
  }
}

function createSmtpTransport(settings: Settings): MailTransport {
  const address = smtpAddress(settings.smtp_url)
  const mailer = createMailer(({ createTransport }) => createTransport(address, { from: settings.mail_from }))
  return {
    async send(mail) {
      const transport = await mailer.open()
      await transport.sendMail(optionsOf(mail))
    },
    close: mailer.close,
  }
}

/** The address with our limits, unless it states its own. */
function smtpAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^smtps?:$/.test(url.protocol))
    throw new LegislogError('setting_invalid', 'SMTP_URL must begin with smtp:// or smtps://')
  const limits = {
    pool: 'true',
    maxConnections: '2',
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    // Otherwise a mail whose connection broke goes out again at once, and nobody notes that it was tried before.
    maxRequeues: 0,
  }
  for (const [name, value] of Object.entries(limits))
    if (!url.searchParams.has(name)) url.searchParams.set(name, String(value))
  return url.href
}

/** The folder of mails that were not sent because no mail server is set. */
export const mailFolder = (settings: Settings): string => join(homeFolder(settings), 'mail')

function createMailFolder(settings: Settings, prefix: string): MailTransport {
  const mailer = createMailer(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true }, { from: settings.mail_from }),
  )
  return {
    async send(mail) {
      const transport = await mailer.open()
      const { message } = await transport.sendMail(optionsOf(mail))
      const folder = mailFolder(settings)
      const file = join(folder, `${prefix}${mail.id}.eml`)
      await mkdir(folder, { recursive: true, mode: 0o700 })
      await writeFile(`${file}.new`, message as Buffer, { mode: 0o600 })
      await rename(`${file}.new`, file)
    },
    close: mailer.close,
  }
}

/** A mail that goes out twice has the same bytes both times, so nothing in it is random or of the moment. */
function optionsOf(mail: Mail): SendMailOptions {
  const { recipient, subject, body, message_id, created_at, html, unsubscribe_url } = mail
  return {
    // An object, so that no text of an address is parsed as a list of them.
    to: { name: '', address: recipient },
    subject,
    text: body,
    html: html ?? undefined,
    messageId: message_id,
    date: new Date(created_at),
    baseBoundary: hash('sha256', message_id, 'hex').slice(0, 32),
    headers: headersOf(unsubscribe_url),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function headersOf(unsubscribeUrl: Mail['unsubscribe_url']): Record<string, string> {
  if (unsubscribeUrl == null) return { 'Auto-Submitted': 'auto-generated' }
  return {
    'Auto-Submitted': 'auto-generated',
    'List-Unsubscribe': `<${unsubscribeUrl}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  }
}

/**
 * True if a repeat cannot help: the server refuses this recipient or this text forever. If it refuses the connection, the login
 * or our sender, a setting is wrong, and no mail is lost by that.
 */
export function isFinal(error: unknown): boolean {
  const { responseCode, command = '' } = error as { responseCode?: number; command?: string }
  return responseCode !== undefined && responseCode >= 500 && ['RCPT TO', 'DATA'].includes(command)
}

/** What the log and the outbox may keep of a failure: texts of a mail server repeat addresses. */
export function describeFailure(error: unknown): string {
  const { responseCode, code, command } = error as { responseCode?: number; code?: string; command?: string }
  const kind = error instanceof LegislogError ? error.code : (code ?? (error as Error).name)
  return [kind, responseCode, command].filter((part) => part !== undefined).join(' ')
}
