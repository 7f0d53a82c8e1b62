import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../../../stack/processes/port.ts'
import { holderOfPort, listeningSockets } from '../../../stack/processes/port-holder.ts'

it('the owner of a port is the process that listens on it, with its command', async () => {
  const port = await freePort()
  const script = `require('net').createServer().listen(${port}, '127.0.0.1', () => console.log('listens'))`
  const stranger = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  onTestFinished(() => void stranger.kill('SIGKILL'))
  await once(stranger.stdout, 'data')
  const holder = await holderOfPort(port)
  expect(holder?.pid).toBe(stranger.pid)
  expect(holder?.command).toContain(`${process.execPath} -e require('net')`)
  expect(await holderOfPort(await freePort())).toBeUndefined()
})

it('the owner of a port is never a process that is only connected to it', () => {
  const table = [
    '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode',
    '   0: 0100007F:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 41 1',
    '   1: 0100007F:1F90 0100007F:D431 01 00000000:00000000 00:00000000 00000000     0        0 42 1',
    '   2: 0100007F:D431 0100007F:1F90 01 00000000:00000000 00:00000000 00000000     0        0 43 1',
    '   3: 00000000:11F9 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 44 1',
  ].join('\n')
  expect(listeningSockets(table, 8080)).toEqual(['socket:[41]'])
})
