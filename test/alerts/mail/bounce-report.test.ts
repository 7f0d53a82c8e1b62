import { describe, expect, it } from 'vitest'
import { readBounceReport } from '../../../alerts/mail/bounce-report.ts'
import { isMailboxGone } from '../../../alerts/mail/suppressions.ts'

const OURS = '<0f6f6b1e35a55f2e@pages.example.org>'
const report = (fields: string) =>
  `From: MAILER-DAEMON@mx.example.net
Message-ID: <report-1@mx.example.net>
Content-Type: multipart/report; report-type=delivery-status; boundary="b"

--b
Content-Type: text/plain

Your message could not be delivered.
--b
${fields}
--b
Content-Type: message/rfc822

Subject: Ferries: 1 change on 1 bill
Message-ID:
 ${OURS}
--b--
`.replaceAll('\n', '\r\n')

const status = (action: string, code: string) =>
  report(`Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.net

Final-Recipient: rfc822; somebody-else@example.org
Action: ${action}
Status: ${code}`)

describe('a mail that comes back', () => {
  it('is a bounce if delivery failed forever, and names our mail', () => {
    expect(readBounceReport(status('failed', '5.1.1'))).toEqual({ message_id: OURS, reason: 'bounce' })
  })

  it('is only a delay if the server will try again, or failed for a reason that may pass', () => {
    expect(readBounceReport(status('delayed', '4.4.1'))?.reason).toBe('delayed')
    expect(readBounceReport(status('failed', '4.4.7'))?.reason).toBe('delayed')
  })

  it('is a complaint if a provider says that the person does not want it', () => {
    const complaint = report('Content-Type: message/feedback-report\n\nFeedback-Type: abuse\nVersion: 1')
    expect(readBounceReport(complaint)).toEqual({ message_id: OURS, reason: 'complaint' })
  })

  it('is nothing if it is an answer of a person or does not have our mail', () => {
    expect(readBounceReport(`Message-ID: <a@b>\n\nI am on holiday. Action: none`)).toBeUndefined()
    expect(readBounceReport('Message-ID: <a@b>\n\nAction: failed\nStatus: 5.1.1')).toBeUndefined()
  })
})

it('a refusal means the mailbox only if the server says so about the recipient', () => {
  const refusal = (responseCode: number, response: string, command = 'RCPT TO') => ({
    responseCode,
    response,
    command,
  })
  expect(isMailboxGone(refusal(550, '550 5.1.1 no such user'))).toBe(true)
  expect(isMailboxGone(refusal(550, '550 no such user'))).toBe(true)
  expect(isMailboxGone(refusal(550, '550 5.7.1 blocked by policy'))).toBe(false)
  expect(isMailboxGone(refusal(552, '552 mailbox full'))).toBe(false)
  expect(isMailboxGone(refusal(450, '450 4.2.0 greylisted'))).toBe(false)
  expect(isMailboxGone(refusal(550, '550 5.1.1 late', 'DATA'))).toBe(false)
  expect(isMailboxGone(new Error('socket closed'))).toBe(false)
})
