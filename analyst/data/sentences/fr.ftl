### Les phrases de l’analyste sur les coups. $color et $side sont le camp dont une phrase compte.

analyst-side-black = Noir
analyst-side-white = Blanc

## Coins et cases voisines

analyst-corner-taken = { $move } prend un coin : aucun coup ne peut retourner ce pion.
analyst-corner-missed = Le coin { $other } était à prendre.
analyst-corner-given = { $falls ->
    [now] Après { $move }, { $side } peut prendre aussitôt le coin { $corner }.
   *[line] Après { $move }, { $side } prend le coin { $corner } dans la suite attendue.
  }
analyst-x-square = { $falls ->
    [now] { $move } est la case X du coin vide { $corner }, que { $side } peut prendre aussitôt.
    [line] { $move } est la case X du coin vide { $corner }, qui tombe dans la suite attendue.
   *[no] { $move } est la case X du coin vide { $corner } et l’expose.
  }
analyst-c-square = { $falls ->
    [now] { $move } est une case C du coin vide { $corner }, que { $side } peut prendre aussitôt.
    [line] { $move } est une case C du coin vide { $corner }, qui tombe dans la suite attendue.
   *[no] { $move } est une case C du coin vide { $corner } : un pion de bord souvent attaqué par là.
  }

## Bords

analyst-edge-early = { $kind ->
    [a] { $move } est une case A : trop tôt pour le bord, dans l’ouverture.
   *[b] { $move } est une case B : trop tôt pour le bord, dans l’ouverture.
  }
analyst-b-square = { $move } est une case B ; la case A { $other } est la place la plus forte de ce bord.
analyst-unbalanced-edge = { $move } laisse à { $side } un bord déséquilibré : un bord de cinq entre deux coins vides.
analyst-wedge = { $move } s’insère entre deux pions du bord de { $side }.
analyst-hole = Après { $move }, { $side } peut s’insérer en { $hole }, le trou du bord.

## Mobilité

analyst-mobility = { $count ->
    [one] Mobilité : { $move } laisse { $count } coup à { $side }, { $other } { $others }.
   *[other] Mobilité : { $move } laisse { $count } coups à { $side }, { $other } { $others }.
  }
analyst-own-mobility = { $count ->
    [one] Mobilité : { $side } a lui-même { $count } case où jouer après { $move }, { $others } après { $other }.
   *[other] Mobilité : { $side } a lui-même { $count } cases où jouer après { $move }, { $others } après { $other }.
  }
analyst-reply-mobility = { $count ->
    [one] Mobilité : après { $move } et la réponse { $reply }, { $side } a { $count } coup, après { $other } et { $answer } { $others }.
   *[other] Mobilité : après { $move } et la réponse { $reply }, { $side } a { $count } coups, après { $other } et { $answer } { $others }.
  }
analyst-later-mobility = { $count ->
    [one] Mobilité : à { $plies } coups de profondeur dans la suite attendue après { $move }, { $side } a { $count } coup, après { $other } { $others }.
   *[other] Mobilité : à { $plies } coups de profondeur dans la suite attendue après { $move }, { $side } a { $count } coups, après { $other } { $others }.
  }
analyst-potential-mobility = Mobilité potentielle de { $side } : { $count } après { $move }, { $others } après { $other }.
analyst-frontier = { $count ->
    [one] Après { $move }, { $side } a { $count } pion de frontière, après { $other } { $others }.
   *[other] Après { $move }, { $side } a { $count } pions de frontière, après { $other } { $others }.
  }
analyst-quiet-move = { $move } est un coup tranquille : il ne retourne aucun pion de frontière ; { $other } en retourne { $count }.
analyst-tempo = { $move } gagne un temps : il n’ouvre aucun nouveau coup à { $side } ; { $other } en ouvre { $count }.
analyst-pass = Après { $move }, { $side } n’a aucun coup et doit passer.
analyst-pass-after = Après { $move } et la réponse { $reply }, { $side } n’a aucun coup et doit passer.
analyst-replies = { $count ->
    [0] { $move } ne laisse aucun coup à { $side }, qui doit passer.
    [one] { $move } laisse un coup à { $side }.
   *[other] { $move } laisse { $count } coups à { $side }.
  }

## Pions

analyst-many-discs = { $stage ->
    [opening] { $move } retourne { $count } pions, { $other } { $others } : trop de pions trop tôt, dans l’ouverture, coûtent des coups à { $side } par la suite.
   *[middle] { $move } retourne { $count } pions, { $other } { $others } : trop de pions trop tôt, en milieu de partie, coûtent des coups à { $side } par la suite.
  }
analyst-stable-discs = Pions définitifs de { $side } : au moins { $count } après { $move }, { $others } après { $other }.
analyst-wipe-out = { $move } permet à l’adversaire de retourner tous les pions de { $side }.

## Parité

analyst-parity = Parité : les régions où { $side } peut jouer ont { $regions } cases vides après { $move }, { $others } après { $other } ; une région impaire donne à { $side } le dernier coup.

## Résultats et phases

analyst-proven = Prouvé : { $side } pouvait encore obtenir au moins { $before }, après { $move } au plus { $after }.
analyst-opening-entered = { $move } entre dans l’ouverture { $name }, qui vaut { $value } pour { $side }.
analyst-opening-left = La partie quitte ici l’ouverture { $name }, qui vaut { $value } pour { $side }.
analyst-stage = { $stage ->
    [opening] Ouverture : peu de pions, loin des bords, gardent le choix des coups.
    [middle] Milieu de partie : l’avantage est à qui a le plus de coups au choix.
   *[end] Finale : comptent les pions définitifs et le dernier coup de chaque région.
  }
