import type { ServerResponse } from 'node:http'
import {
  createScriptedServer,
  jsonHeaders,
  type Play,
  playOn,
  type ScriptedRequest,
} from './scripted-server.ts'

type ChatBody = {
  readonly model: string
  readonly messages: readonly { readonly role: string; readonly content: string }[]
  readonly max_tokens: number
  readonly temperature: number
}
export type ChatRequest = ScriptedRequest<ChatBody>

/** How the server answers one request. */
export type ChatPlay =
  /** A completion. An object becomes its JSON. `tokens` undefined: the usage is missing. */
  | { readonly kind: 'says'; readonly content: string | object; readonly tokens?: number }
  /** Half of a completion, and then nothing. */
  | { readonly kind: 'stalls' }
  | { readonly kind: 'redirects'; readonly to: string }
  | Play

export type ChatServer = {
  /** The base address of its API. */
  readonly url: string
  readonly seen: readonly ChatRequest[]
  readonly count: () => number
  /** The next requests are answered by these, one each; later ones by the last. */
  readonly play: (...plays: readonly (ChatPlay | ((request: ChatRequest) => ChatPlay))[]) => void
  /** Settles when this many requests have arrived. */
  readonly whenAsked: (times: number) => Promise<void>
}

/** A server that plays the chat completions of OpenAI's API, and lies as a test says. */
export async function createChatServer(): Promise<ChatServer> {
  const seen: ChatRequest[] = []
  let plays: readonly (ChatPlay | ((request: ChatRequest) => ChatPlay))[] = []
  let waiting: { readonly times: number; readonly resolve: () => void }[] = []

  const url = await createScriptedServer<ChatBody>((request, response) => {
    seen.push(request)
    for (const { times, resolve } of waiting) if (seen.length >= times) resolve()
    waiting = waiting.filter(({ times }) => seen.length < times)
    const play = plays.length > 1 ? plays[0]! : plays.at(-1)
    plays = plays.length > 1 ? plays.slice(1) : plays
    answer(response, typeof play === 'function' ? play(request) : (play ?? { kind: 'status', status: 404 }))
  })
  return {
    url,
    seen,
    count: () => seen.length,
    play: (...next) => {
      plays = next
    },
    whenAsked: (times) =>
      seen.length >= times
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiting.push({ times, resolve })
          }),
  }
}

function answer(response: ServerResponse, play: ChatPlay): void {
  switch (play.kind) {
    case 'says':
      response.writeHead(200, jsonHeaders).end(completion(play.content, play.tokens))
      return
    case 'stalls':
      response.writeHead(200, jsonHeaders).write(completion('{"sentences": [').slice(0, 40))
      return
    case 'redirects':
      response.writeHead(307, { location: play.to }).end()
      return
    default:
      playOn(response, play)
  }
}

function completion(content: string | object, tokens?: number): string {
  const text = typeof content === 'string' ? content : JSON.stringify(content)
  return JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion',
    choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
    ...(tokens === undefined ? {} : { usage: { total_tokens: tokens } }),
  })
}
