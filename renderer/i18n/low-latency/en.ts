/** English texts of low latency HLS. */
export const lowLatencyEn = {
  title: 'Low latency',
  what: 'Players begin about a second behind: segments are listed in parts while they are made.',
  failed: 'Whether it has low latency was not read.',
  notDone: 'That was not done. {{reason}}',
  modes: { installation: 'As all channels', off: 'Off', on: 'On' },
  state: { on: 'On', off: 'Off' },
  all: { on: 'All channels: on', off: 'All channels: off' },
  next: 'A change takes effect with the next connection.',
  keeps: {
    on: 'What is on air began with it and goes on so. The next connection does not have it.',
    off: 'What is on air began without it and goes on so. The next connection has it.',
  },
  store: 'The store that it is published to gets whole segments: who watches there stays further behind.',
  parts: 'in parts of {{seconds}} s',
  installation: {
    label: 'Channels that say nothing else',
    help: 'Each can have it, or not, under its Access. A change takes effect with its next connection.',
  },
}
