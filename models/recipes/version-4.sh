#!/usr/bin/env bash
# How the weights of version 4 came to be, command by command; they go on from those of version 3.
# Usage: version-4.sh PHOTOS ART KDE VERSION3 OUT, with the `train` extra installed.
#   PHOTOS    folder with train/ and provenance.csv
#   ART, KDE  folders of tile art (datasets/README.md says which, and unpacks the second)
#   VERSION3  locator.pt and classifier.pt, the checkpoints that version 3 was exported from
# The pictures were rendered by the generator as it was at the commits named below; the newest draws
# other strangers and red fives from the same seeds. Two cores without a GPU: 3 hours.
set -euo pipefail
photos=$1 art=$2 kde=$3 version3=$4 out=$5
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
at=$out/rendered

render() { # render NAME LAYOUT COUNT SEED: the pictures of these seeds, unless they lie there already
  [ -d "$at/$1" ] || python datasets/synthesise.py "$at/$1" --layout "$2" --count "$3" --seed "$4" \
    --size 640 --art "$art" "$kde" --workers 2
}

# rendered for version 3 while the generator still changed, 432e04f is the nearest; of 600 designs
render hand-a hand 500 5200000 && render desk-a desk 350 5300000 && render stage-a stage 250 5100000
render tidy-a tidy 200 6300000 && render grid-a grid 150 5400000 && render scatter-a scatter 50 5500000
render hand-b hand 450 7100000 && render desk-b desk 350 7200000 && render stage-b stage 250 7300000
render grid-b grid 150 7400000 && render empty-b empty 120 7500000
# 71cc14a, of 6,000 designs
render hand-c hand 600 30100000 && render stage-c stage 350 30200000 && render empty-c empty 100 30300000
render desk-c desk 450 32100000 && render tidy-c tidy 200 32200000 && render grid-c grid 150 32300000
render scatter-c scatter 80 32400000 && render single-c single 60 32500000
render hand-d hand 500 34100000 && render stage-d stage 400 34200000
render hand-e hand 300 36100000 && render desk-e desk 400 36200000
# 464fdc1, with many kongs; f40168a, with badges and smiling faces among the strangers
render kongs-f kongs 600 37000000 && render strange-f strange 260 38000000

# Quads for loose boxes and the list of mirrored pictures, by version 3 (whose classifier was, when
# these lists were made, some passes younger)
python models/train/mend.py --photos "$photos" --locator "$version3/locator.pt" \
  --classifier "$version3/classifier.pt" --out "$out/mended"
real=(--photos "$photos" --refined "$out/mended/refined.json")

# The locator: two passes (60 minutes) of a schedule of 84 minutes, stopped to add the kongs
python models/train/locator.py "${real[@]}" --repeat-real 2 --weights "$version3/locator.pt" \
  --synthetic "$at"/{hand,desk,stage,tidy,grid,scatter}-a "$at"/{hand,desk,stage,grid,empty}-b \
  "$at"/{hand,stage,empty,desk,tidy,grid,scatter,single}-c "$at"/{hand,stage}-d "$at"/{hand,desk}-e \
  --mosaic 0.15 --lr 0.0006 --threads 1 --minutes 84 --out "$out/locator-1"
# then 54 minutes, with what it finds hardest shown twice
python models/train/locator.py "${real[@]}" --repeat-real 2 \
  --weights "$out/locator-1/run/weights/epoch1.pt" \
  --synthetic "$at"/grid-a "$at"/{hand,stage,empty}-b "$at"/{hand,stage,stage,empty,empty}-c \
  "$at"/{desk,tidy,scatter,single}-c "$at"/{hand,stage,stage}-d "$at"/{hand,desk}-e \
  "$at"/{kongs,kongs}-f --mosaic 0.1 --lr 0.0005 --threads 1 --minutes 54 --out "$out/locator-2"

python models/train/classifier.py "${real[@]}" --mirrored "$out/mended/mirrored.json" \
  --weights "$version3/classifier.pt" --synthetic "$at"/{hand,stage,desk,grid}-c \
  "$at"/{hand,stage}-d "$at"/{hand,desk}-e "$at"/{kongs,strange}-f --rendered-weight 0.8 \
  --passes 30 --samples 16000 --lr 0.0016 --seed 6 --threads 1 --minutes 27 --out "$out/classifier"

python models/train/export.py locator "$out/locator-2/run/weights/last.pt" --version 4
python models/train/export.py classifier "$out/classifier/last.pt" --version 4
