import { describe, expect, it } from 'vitest'
import { isWebLink } from '../../../schemas/values/web-link.ts'

describe('the check for web links', () => {
  it.each([
    'https://example.org',
    'http://example.org/a?b=c#d',
    'HTTPS://Example.ORG/A%20B/@c',
    'https://app.leg.wa.gov:8443/billsummary?BillNumber=1108&Year=2025',
    'https://example.org/a b.pdf',
    'https://example.org/{GUID}.jpg',
    'https://example.org/é/“b”',
    'https://bücher.example/',
    'https://xn--bcher-kva.example/',
    'https://[2001:db8::1]/x',
    'http://192.0.2.1/x',
    'http://localhost/x',
    'https://en.wikipedia.org/wiki/L\u00f6ki_Tobin',
  ])('accepts %s', (text) => {
    expect(isWebLink(text)).toBe(true)
  })

  it.each([
    '',
    ' ',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    '\u0001javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:msgbox(1)',
    'file:///etc/passwd',
    'ftp://ftp.legis.state.tx.us/bills/892/witlistbill/html/house_bills/HB00001_HB00099/HB00001S.HTM',
    'hhttps://fine.house.gov/address_authentication?form=/contact/email-me',
    'mailto:a@example.org',
    'tel:+1555',
    'blob:https://example.org/x',
    '/bills/1',
    'bills/1',
    '//example.org/x',
    'www.example.org',
    'https:/example.org',
    'https:example.org',
    'https://',
    'https:///x',
    'http://a..b:99999/',
    'https://999.999.999.999/',
    'https://[::1',
    'https://sarah@sarahforiowa.com',
    'https://user:word@example.org/',
    'https://example.org@evil.example/',
    'https://example.org/a\nb',
    'https://exam\tple.org/',
    'https://example.org/\u0000',
    'https://example.org/\u202egpj.exe',
    ' https://example.org/',
    'https://example.org/ ',
    'https://example.org\\@evil.example/',
    'https://example.org/"onmouseover="alert(1)',
    'https://example.org/<script>',
  ])('rejects %j', (text) => {
    expect(isWebLink(text)).toBe(false)
  })
})
