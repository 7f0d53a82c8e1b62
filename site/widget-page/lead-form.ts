import { escapeHtml } from '../../runtime/http/escape-html.ts'

export type LeadFormData = {
  readonly heading: string
  readonly consent_text: string
  readonly questions: readonly string[]
  readonly form: string
}

/** `action`: where the form is sent. `hidden`: values that go with it. */
export function leadForm(
  { heading, consent_text, questions, form }: LeadFormData,
  action: string,
  hidden: Readonly<Record<string, string | undefined>>,
): string {
  const fields = Object.entries({ ...hidden, form }).flatMap(([name, value]) =>
    value === undefined ? [] : [`<input type="hidden" name="${name}" value="${escapeHtml(value)}">`],
  )
  const asked = questions.map(
    (question, place) =>
      `<label for="answer-${place}">${escapeHtml(question)}</label><input id="answer-${place}" name="answer" maxlength="500">`,
  )
  return `<section aria-labelledby="sign-up"><h2 id="sign-up">${escapeHtml(heading)}</h2>
<form method="post" action="${escapeHtml(action)}">${fields.join('')}
<label for="email">E-mail</label><input id="email" name="email" type="email" required maxlength="254" autocomplete="email">
<label for="name">Name (optional)</label><input id="name" name="name" maxlength="100" autocomplete="name">
${asked.join('')}
<div class="trap" aria-hidden="true"><label for="website">Leave this empty</label><input id="website" name="website" tabindex="-1" autocomplete="off"></div>
<label class="check" for="consent"><input id="consent" name="consent" type="checkbox" value="yes" required><span>${escapeHtml(consent_text)}</span></label>
<button>Sign up</button></form></section>`
}
