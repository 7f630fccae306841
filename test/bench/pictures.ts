import { inRoot } from '../../scripts/lib/paths.mjs'

interface Size {
  readonly width: number
  readonly height: number
}

export type PicturesName = keyof typeof PICTURES

/** What there is to see, as filters of ffmpeg that begin with a source; 30 pictures a second, without end. */
export const PICTURES = {
  /** A test picture that moves, under noise. */
  noise: ({ width, height }: Size) => `testsrc2=size=${width}x${height}:rate=30,noise=alls=12:allf=t`,
  /** What a camera sees that swings over the ground: fine and coarse structure, and a little noise. */
  motion: ({ width, height }: Size) =>
    [
      `color=c=gray:s=${width * 1.25}x${height * 1.25}:r=30:d=0.03,format=yuv444p,noise=alls=100:allf=u,split=3[a][b][c]`,
      '[a]gblur=sigma=2[fine]',
      '[b]gblur=sigma=9,eq=contrast=6[middle]',
      '[c]gblur=sigma=40,eq=contrast=25[coarse]',
      '[fine][middle]blend=all_mode=average[detail]',
      '[detail][coarse]blend=all_mode=average,eq=contrast=2.2,format=yuv420p[ground]',
      `[ground]loop=loop=-1:size=1,setpts=N/30/TB,crop=${width}:${height}:x=(iw-ow)/2*(1+0.9*sin(t*1.1)):y=(ih-oh)/2*(1+0.9*cos(t*0.8)),noise=alls=4:allf=t`,
    ].join(';'),
  /** A page of text that stands still, and a small picture in its corner that moves. */
  text: ({ width, height }: Size) =>
    [
      `color=c=0x203040:s=${width}x${height}:r=30,drawtext=textfile=${inRoot('LICENSE')}:expansion=none:fontsize=24:fontcolor=white:x=40:y=40[page]`,
      'testsrc=size=320x240:rate=30[small]',
      '[page][small]overlay=W-w-40:H-h-40',
    ].join(';'),
}
