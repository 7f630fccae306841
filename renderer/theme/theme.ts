// Airdesk console theme: tokens, Mantine theme and CSS variables.
// Every colour pair used for text is 4.5:1 or better on every surface it may stand on; control edges and glyphs are 3:1 or better.
import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

export type Scheme = 'light' | 'dark'

const dark = {
  // surfaces, from the window frame inwards
  frame: '#0c0e11',
  canvas: '#111418',
  card: '#171b20',
  raised: '#1e232a',
  hover: '#252b33',
  sunken: '#0c0e11',
  // hairline separates, lineStrong outlines a card under the pointer, control outlines anything that can be operated (3:1)
  line: '#262c34',
  lineStrong: '#39424d',
  control: '#6d7885',
  text: '#e7eaee',
  text2: '#b0b9c4',
  text3: '#8e98a5',
  accent: '#2f6fd6',
  accentHover: '#2563c4',
  onAccent: '#ffffff',
  accentText: '#8ab6ff',
  accentSoft: '#17263f',
  accentLine: '#6ea3f7',
  onAir: '#d3202f',
  onOnAir: '#ffffff',
  onAirText: '#ff7d80',
  onAirSoft: '#2d1519',
  ok: '#62cc92',
  okSoft: '#13261d',
  warn: '#e6bd55',
  warnSoft: '#2a2313',
  fail: '#ff9a6b',
  failSoft: '#2f1c13',
  info: '#8ab6ff',
  idle: '#8e98a5',
  lab: '#bda9ff',
  labSoft: '#211c33',
  chartGrid: '#21262d',
  chartAxis: '#8e98a5',
  chart1: '#6ea3f7',
  chart1Fill: '#6ea3f71f',
  chart2: '#aab3bf',
  chartLimit: '#e6bd55',
  chartSpan: '#e6bd5518',
  // behind video, in both schemes
  stage: '#0c0e11',
  stageText: '#e7eaee',
  stageText2: '#b0b9c4',
  shadow: '0 8px 24px #00000080, 0 0 0 1px #39424d',
} as const

const light: Record<keyof typeof dark, string> = {
  frame: '#eef0f3',
  canvas: '#f6f7f9',
  card: '#ffffff',
  raised: '#ffffff',
  hover: '#e9ecf0',
  sunken: '#f1f3f6',
  line: '#dfe3e8',
  lineStrong: '#c3cad2',
  control: '#7c8692',
  text: '#14181d',
  text2: '#434c57',
  text3: '#5d6773',
  accent: '#2563c4',
  accentHover: '#1d57b8',
  onAccent: '#ffffff',
  accentText: '#1d57b8',
  accentSoft: '#e6eefb',
  accentLine: '#2f6fd6',
  onAir: '#d3202f',
  onOnAir: '#ffffff',
  onAirText: '#b3142a',
  onAirSoft: '#fdebec',
  ok: '#14713f',
  okSoft: '#e5f4eb',
  warn: '#7d5600',
  warnSoft: '#fbf2da',
  fail: '#ad3c0c',
  failSoft: '#fdeee6',
  info: '#1d57b8',
  idle: '#5d6773',
  lab: '#5f3dc4',
  labSoft: '#f0ebfd',
  chartGrid: '#e8ebef',
  chartAxis: '#5d6773',
  chart1: '#2563c4',
  chart1Fill: '#2563c41a',
  chart2: '#6b7581',
  chartLimit: '#9a6b00',
  chartSpan: '#e6bd5530',
  stage: '#0c0e11',
  stageText: '#e7eaee',
  stageText2: '#b0b9c4',
  shadow: '0 8px 24px #14181d26, 0 0 0 1px #dfe3e8',
}

export const tokens = { dark, light }

const fontSans =
  '"Inter Variable", "Hiragino Sans", "Yu Gothic UI", "Noto Sans CJK JP", "Noto Sans JP", "Noto Sans JP Variable", system-ui, sans-serif'
const fontMono =
  '"JetBrains Mono Variable", ui-monospace, "Cascadia Mono", "Noto Sans Mono", "Noto Sans Mono CJK JP", "Noto Sans JP Variable", monospace'

const motion = {
  fast: '100ms',
  base: '160ms',
  ease: 'cubic-bezier(.2,0,0,1)',
  hold: '1000ms',
} as const

const blue: MantineColorsTuple = [
  '#e6eefb',
  '#c9dcf8',
  '#a8c8ff',
  '#8ab6ff',
  '#6ea3f7',
  '#4a8aea',
  '#3a79df',
  '#2f6fd6',
  '#2563c4',
  '#1d57b8',
]
const darkTuple: MantineColorsTuple = [
  '#e7eaee',
  '#cdd3da',
  '#b0b9c4',
  '#8e98a5',
  '#39424d',
  '#252b33',
  '#1e232a',
  '#111418',
  '#0c0e11',
  '#08090b',
]
const grayTuple: MantineColorsTuple = [
  '#f6f7f9',
  '#eef0f3',
  '#e9ecf0',
  '#dfe3e8',
  '#c3cad2',
  '#9aa4af',
  '#5d6773',
  '#434c57',
  '#2b323a',
  '#14181d',
]

export const theme = createTheme({
  fontFamily: fontSans,
  fontFamilyMonospace: fontMono,
  colors: { blue, dark: darkTuple, gray: grayTuple },
  primaryColor: 'blue',
  primaryShade: { light: 8, dark: 7 },
  autoContrast: true,
  luminanceThreshold: 0.3,
  black: light.text,
  white: '#ffffff',
  defaultRadius: 'sm',
  radius: { xs: '3px', sm: '4px', md: '6px', lg: '8px', xl: '12px' },
  spacing: { xs: '4px', sm: '8px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '18px', xl: '28px' },
  lineHeights: { xs: '16px', sm: '20px', md: '20px', lg: '24px', xl: '32px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '18px', lineHeight: '24px' },
      h2: { fontSize: '14px', lineHeight: '20px' },
      h3: { fontSize: '13px', lineHeight: '20px' },
    },
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Button: {
      defaultProps: { size: 'sm', variant: 'default' },
      vars: (_t: unknown, p: { size?: string }) => ({
        root: {
          '--button-height': p.size === 'xs' ? '28px' : '32px',
          '--button-fz': '13px',
          '--button-padding-x': p.size === 'xs' ? '10px' : '12px',
        },
      }),
    },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 28 } },
    Input: {
      vars: (_t: unknown, p: { size?: string }) => ({
        wrapper: {
          '--input-height': p.size === 'xs' ? '28px' : '32px',
          '--input-fz': '13px',
          '--input-padding': '10px',
        },
      }),
    },
    TextInput: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    NumberInput: { defaultProps: { size: 'sm' } },
    Select: { defaultProps: { size: 'sm', allowDeselect: false } },
    Checkbox: { defaultProps: { size: 'sm' } },
    SegmentedControl: { defaultProps: { size: 'xs', withItemsBorders: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: false } },
    // Its placeholder is a child that a menu may not have; the first item has the focus instead.
    Menu: { defaultProps: { shadow: 'none', withInitialFocusPlaceholder: false } },
    Table: { defaultProps: { verticalSpacing: 8, horizontalSpacing: 12 } },
  },
})

/** A token's name as its CSS variable has it, behind `--ad-`. */
export const kebab = (s: string) => s.replace(/[A-Z]|\d+/g, (m) => `-${m.toLowerCase()}`)
const vars = (s: Scheme) => ({
  ...Object.fromEntries(Object.entries(tokens[s]).map(([k, v]) => [`--ad-${kebab(k)}`, v])),
  '--mantine-color-body': tokens[s].canvas,
  '--mantine-color-text': tokens[s].text,
  '--mantine-color-dimmed': tokens[s].text3,
  '--mantine-color-placeholder': tokens[s].text3,
  '--mantine-color-error': tokens[s].fail,
  '--mantine-color-anchor': tokens[s].accentText,
  '--mantine-color-default': tokens[s].raised,
  '--mantine-color-default-hover': tokens[s].hover,
  '--mantine-color-default-color': tokens[s].text,
  '--mantine-color-default-border': tokens[s].lineStrong,
  '--mantine-color-disabled': tokens[s].hover,
  '--mantine-color-disabled-color': tokens[s].text3,
})

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {
    '--ad-fast': motion.fast,
    '--ad-base': motion.base,
    '--ad-ease': motion.ease,
    '--ad-hold': motion.hold,
  },
  light: vars('light'),
  dark: vars('dark'),
})
