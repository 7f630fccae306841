/** Whether the palette is open; what opens it does not wait for its code. */
import { createSpotlight } from '@mantine/spotlight'

export const [paletteStore, palette] = createSpotlight()
