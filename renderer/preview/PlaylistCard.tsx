import { SegmentedControl, Tabs } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useNow } from '../api/events/clock.ts'
import { byteSize, plain, timeOfDay, zoneName } from '../i18n/format.ts'
import type { PartsView, PlayerState, PlaylistView } from '../media/types.ts'
import { useSignedIn } from '../stores/session.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { Keys } from './Keys.tsx'
import { levelName } from './PlayerFigures.tsx'
import css from './PlaylistCard.module.css'

interface Props {
  readonly channel: ChannelView
  readonly state: PlayerState | null
}

/** The media playlist that plays, as segments and as text, and what the player noticed. */
export function PlaylistCard({ channel, state }: Props) {
  const { t } = useTranslation()
  return (
    <section className={css.card} aria-label={t('playlist.title')}>
      <Tabs
        defaultValue="playlist"
        keepMounted={false}
        className={css.tabs}
        classNames={{ list: css.list, tab: css.tab, panel: css.panel }}
      >
        <Tabs.List>
          <Tabs.Tab value="playlist">{t('playlist.title')}</Tabs.Tab>
          <Tabs.Tab value="keys">{t('preview.keys')}</Tabs.Tab>
          <Tabs.Tab value="log">{t('playlist.playerLog')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="playlist">
          {state?.playlist ? (
            <Playlist channel={channel} state={state} playlist={state.playlist} />
          ) : (
            <p className={css.empty}>{t('playlist.empty')}</p>
          )}
        </Tabs.Panel>
        <Tabs.Panel value="keys">
          <Keys state={state} />
        </Tabs.Panel>
        <Tabs.Panel value="log">
          <Log state={state} />
        </Tabs.Panel>
      </Tabs>
    </section>
  )
}

function Playlist({ state, playlist }: Props & { state: PlayerState; playlist: PlaylistView }) {
  const { t } = useTranslation()
  const [as, setAs] = useState('segments')
  const level = state.levels.find(({ index }) => index === playlist.level)
  const facts = [
    [t('playlist.target'), `${playlist.targetSeconds} s`],
    [t('playlist.sequence'), String(playlist.startSequence)],
    [
      t('playlist.startOffset'),
      playlist.startOffset === null ? '–' : `${playlist.startOffset} s`.replace('-', '−'),
    ],
    [t('playlist.encryption'), playlist.encrypted ? 'AES-128' : t('common.none')],
    ...partFacts(t, playlist.parts),
  ] as const
  return (
    <>
      <div className={css.head}>
        <h2>{levelName(level?.height ?? 0, t('player.audioLevel'))}</h2>
        <SegmentedControl
          aria-label={t('playlist.title')}
          value={as}
          onChange={setAs}
          data={[
            { value: 'segments', label: t('playlist.segments') },
            { value: 'text', label: t('playlist.text') },
          ]}
        />
        <CopyButton value={playlist.url} thing={t('playlist.copyUrl')} />
      </div>
      <dl className={css.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {as === 'segments' ? (
        <Segments playlist={playlist} />
      ) : (
        <pre className={css.text} tabIndex={0} role="group" aria-label={t('playlist.text')} lang="en">
          {playlist.text}
        </pre>
      )}
    </>
  )
}

/** What the playlist says of its parts; nothing where it has none. */
function partFacts(t: TFunction, parts: PartsView | null): (readonly [label: string, value: string])[] {
  if (parts === null) return []
  return [
    [t('playlist.partTarget'), `${parts.targetSeconds.toFixed(3)} s`],
    [t('playlist.holdBack'), `${parts.holdBackSeconds.toFixed(3)} s`],
    [t('playlist.reload'), t(parts.blocksReload ? 'playlist.blocks' : 'playlist.polls')],
  ]
}

function Segments({ playlist }: { playlist: PlaylistView }) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const now = useNow()
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('playlist.segments')}>
      <table className={css.table}>
        <thead>
          <tr>
            <th scope="col">{t('playlist.segment')}</th>
            <th scope="col">{t('playlist.length')}</th>
            <th scope="col">{t('playlist.size')}</th>
            <th scope="col">{t('playlist.added', { zone: zoneName(now, zone) })}</th>
          </tr>
        </thead>
        <tbody>
          {playlist.segments.map((segment, index) => (
            <tr key={segment.sequence} data-new={index === 0 || undefined}>
              <td className="mono">
                {segment.name}{' '}
                {index === 0 && (
                  <span className={css.new}>
                    {segment.parts > 0 ? t('playlist.open', { count: segment.parts }) : t('playlist.new')}
                  </span>
                )}
                {segment.discontinuity && <span className={css.cut}>{t('playlist.discontinuity')}</span>}
              </td>
              <td>{segment.durationSeconds.toFixed(3)}</td>
              <td>{segment.bytes === null ? '–' : plain(byteSize(segment.bytes))}</td>
              <td>{segment.at === null ? '–' : timeOfDay(segment.at, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Log({ state }: { state: PlayerState | null }) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  if (!state || state.log.length === 0) return <p className={css.empty}>{t('playlist.logEmpty')}</p>
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('playlist.playerLog')}>
      <ul className={css.log} lang="en">
        {state.log.map((entry, index) => (
          <li key={state.log.length - index}>
            <span className="num third">{timeOfDay(entry.at, zone)}</span>{' '}
            <span className="mono">{entry.text}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
