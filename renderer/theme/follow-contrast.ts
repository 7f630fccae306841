import { usePreferences } from '../stores/preferences.ts'

/** Marks the document while contrast is to be high, as the operator or the computer wants it; see contrast.css. */
export function followContrast(): void {
  const wanted = matchMedia('(prefers-contrast: more)')
  const mark = () => {
    const { contrast } = usePreferences.getState()
    const high = contrast === 'high' || (contrast === 'system' && wanted.matches)
    document.documentElement.dataset['contrast'] = high ? 'high' : 'standard'
  }
  mark()
  wanted.addEventListener('change', mark)
  usePreferences.subscribe(mark)
}
