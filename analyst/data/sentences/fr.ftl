### Ce que l’analyste dit des coups et des fichiers. $color et $side sont le camp dont une phrase compte.

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

## Pourquoi un texte ou un fichier est refusé, et ce qui en est laissé de côté

analyst-read-at-whole = { $name } : { $message }
analyst-read-at-line = { $name }, ligne { $line }, colonne { $column } : { $message }
analyst-read-at-byte = { $name }, octet { $byte } : { $message }
analyst-read-in-call = appel { $number } : { $message }
analyst-read-in-round = ronde { $number } : { $message }
analyst-read-in-entry = entrée { $number } de « moves » : { $message }
analyst-read-in-opening = son ouverture : { $message }

analyst-read-nothing = une partie ou une position est attendue : il n’y a rien ici
analyst-read-many-games = { $count ->
    [one] au plus { $count } partie est attendue, il y en a davantage
   *[other] au plus { $count } parties sont attendues, il y en a davantage
  }
analyst-read-many-bytes = { $packed ->
    [yes] au plus { $count } octets décompressés sont attendus, il y en a davantage
   *[no] au plus { $count } octets sont attendus, il y en a davantage
  }
analyst-read-many-errors = { $count ->
    [one] la lecture s’arrête après { $count } erreur
   *[other] la lecture s’arrête après { $count } erreurs
  }
analyst-read-gzip = des données gzip sont attendues : celles-ci sont abîmées ou tronquées
analyst-read-gzip-twice = un fichier de parties est attendu dans les données gzip, et non d’autres données gzip
analyst-read-foreign = { $kind ->
    [zip] ce n’est pas un fichier de parties, mais une archive ZIP : décompressez-la d’abord
    [empty-zip] ce n’est pas un fichier de parties, mais une archive ZIP vide
    [rar] ce n’est pas un fichier de parties, mais une archive RAR : décompressez-la d’abord
    [seven-zip] ce n’est pas un fichier de parties, mais une archive 7z : décompressez-la d’abord
    [bzip2] ce n’est pas un fichier de parties, mais des données bzip2 : décompressez-les d’abord
    [xz] ce n’est pas un fichier de parties, mais des données xz : décompressez-les d’abord
    [zstd] ce n’est pas un fichier de parties, mais des données zstd : décompressez-les d’abord
    [pdf] ce n’est pas un fichier de parties, mais un document PDF
    [png] ce n’est pas un fichier de parties, mais une image (PNG)
    [jpeg] ce n’est pas un fichier de parties, mais une image (JPEG)
    [gif] ce n’est pas un fichier de parties, mais une image (GIF)
    [sqlite] ce n’est pas un fichier de parties, mais une base de données (SQLite)
   *[rtf] ce n’est pas un fichier de parties, mais un document RTF : enregistrez-le en texte brut
  }

analyst-read-move = un coup comme « f5 » est attendu, et non « { $text } »
analyst-read-no-move = un coup comme « f5 » est attendu : cette ligne n’en a aucun
analyst-read-parenthesis = un coup est attendu, et non une parenthèse
analyst-read-turn = { $color ->
    [black] un coup de Noir est attendu, et non { $move } par Blanc
   *[white] un coup de Blanc est attendu, et non { $move } par Noir
  }
analyst-read-no-pass = un coup est attendu : { $side } peut jouer et ne peut donc pas passer
analyst-read-illegal-move = coup { $number } : { $side } ne peut pas jouer { $move }
analyst-read-over = coup { $number } : la partie est déjà finie
analyst-read-no-square = octet { $byte } : une case comme « d3 » est attendue
analyst-read-comment-end = un « { "}" } » doit fermer ce commentaire
analyst-read-value-end = un « ] » doit fermer cette valeur
analyst-read-game-end = un « ) » doit fermer cette partie
analyst-read-property = une propriété comme « B[f5] » est attendue, et non « { $text } »
analyst-read-other-game = une propriété ou « ;) » est attendue, et non une autre partie
analyst-read-no-othello = une partie d’Othello est attendue, et non « { $text } »
analyst-read-no-gm = une partie d’Othello, « GM[2] », est attendue, et non « { $text } »
analyst-read-no-eight = des parties sur 8 x 8 cases sont attendues, et non « { $text } »
analyst-read-late-setup = la position de départ doit précéder le premier coup
analyst-read-ggf-board = un othellier comme « 8 ---...--- * » est attendu, et non « { $text } »
analyst-read-two-discs = un othellier sans deux pions sur une même case est attendu
analyst-read-square = une case est attendue, et non « { $text } »
analyst-read-fen = huit rangées FEN et un camp, comme « 8/8/8/3pP3/3Pp3/8/8/8 b », sont attendus, et non « { $text } »
analyst-read-side = X ou O au trait est attendu après l’othellier, et non « { $text } »
analyst-read-missing-side = il manque le camp au trait après l’othellier : ajoutez « X » (Noir) ou « O » (Blanc)
analyst-read-row = la rangée { $row } d’un othellier est attendue, et non « { $text } »
analyst-read-few-squares = 64 cases sont attendues, et non { $count }
analyst-read-position = 64 cases et le camp au trait sont attendus, et non « { $text } »
analyst-read-scores = un coup légal et son score, comme « d3:+4 », sont attendus, et non « { $text } »

analyst-read-json = ce JSON est mal formé ou incomplet
analyst-read-no-object = un objet qui décrit une partie est attendu, et non « { $text } »
analyst-read-other-object = une partie est attendue, et non un objet avec les champs « { $text } »
analyst-read-battle-list = un combat avec ses « frames » est attendu : une liste de combats n’a pas de coups, enregistrez chaque combat
analyst-read-no-array = un tableau « { $field } » est attendu
analyst-read-no-squares = 64 cases de « X », « O » et « - » sont attendues, et non « { $text } »
analyst-read-no-version = la version { $version } de ce format est attendue, et non { $text }
analyst-read-no-format = le format { $game } ou { $position } est attendu, et non { $text }
analyst-read-other-fields = les champs ne sont pas ceux du format { $format }
analyst-read-far-score = un score de -64 à 64 est attendu, et non { $text }
analyst-read-no-score = un coup et son score sont attendus, et non { $text }
analyst-read-no-color = « black » ou « white » est attendu, et non « { $text } »
analyst-read-no-schema = le schéma { $version } de l’arène est attendu, et non { $text }
analyst-read-no-reason = la raison de la fin est attendue, et non « { $text } »
analyst-read-no-header = l’en-tête des résultats doit précéder leur première paire

analyst-read-call-after-end = rien n’est attendu après la fin de la partie, mais « { $text } » suit
analyst-read-call-turn = { $color ->
    [black] un appel de Noir est attendu, et non de Blanc
   *[white] un appel de Blanc est attendu, et non de Noir
  }
analyst-read-silent = { $side } n’a rien affiché, mais le combat a continué
analyst-read-went-on = { $side } ne peut pas jouer { $text }, mais le combat a continué
analyst-read-no-battle = un coup comme « d3 » est attendu, et non « { $text } » : ce n’est pas un combat d’Othello
analyst-read-no-calls = des « frames » avec « agentId » et « stdout » sont attendus : ce combat n’a pas de coups
analyst-read-no-seat = la place 0 ou 1 est attendue, et non { $text } : ce n’est pas un combat d’Othello
analyst-read-output-after-end = aucune sortie n’est attendue après la fin de la partie, mais il y en a

analyst-read-names = des parties sont attendues : ceci est une liste de noms WTHOR, donnez-la avec un fichier « .wtb »
analyst-read-no-names = une liste WTHOR de joueurs ou de tournois est attendue
analyst-read-wthor-length = { $count ->
    [one] { $count } partie de { $each } octets est attendue, et non { $bytes } octets
   *[other] { $count } parties de { $each } octets sont attendues, et non { $bytes } octets
  }
analyst-read-wthor-square = 10 x rangée + colonne est attendu, et non { $text }

analyst-read-prose = le texte avant la première partie est laissé de côté
analyst-read-unclosed = le « ) » qui ferme cette partie manque
analyst-read-behind-result = le texte après le résultat est laissé de côté
analyst-read-variations = { $count ->
    [one] { $count } variante est laissée de côté
   *[other] { $count } variantes sont laissées de côté
  }
analyst-read-no-tag = « { $text } » n’est pas une balise comme « [Black "nom"] »
analyst-read-no-number = « { $text } » n’est pas un nombre ; il est laissé de côté
analyst-read-no-side = « { $text } » n’est pas un camp au trait ; celui du premier coup l’est
analyst-read-no-result = « { $text } » n’est pas un résultat ; il est considéré comme inconnu
analyst-read-wthor-discs = { $text } n’est pas un nombre de pions noirs, 64 au plus ; le score est considéré comme inconnu
analyst-read-other-score = le résultat ({ $result }) n’est pas celui de l’othellier ({ $score } pour Noir) ; il reste
analyst-read-other-winner = le résultat (victoire de { $side }) n’est pas celui de l’othellier ({ $score } pour Noir) ; il reste

## Ce qu’un format ne peut pas contenir

analyst-lost-names = les noms des joueurs
analyst-lost-ratings = les classements
analyst-lost-results = les résultats
analyst-lost-endings = les raisons de la fin
analyst-lost-dates = les dates
analyst-lost-events = les événements
analyst-lost-places = les lieux
analyst-lost-rounds = les rondes
analyst-lost-time-controls = les cadences
analyst-lost-seeds = les graines
analyst-lost-remarks = les commentaires sur les parties
analyst-lost-theoretical = les scores théoriques
analyst-lost-values = les valeurs des coups
analyst-lost-times = les temps des coups
analyst-lost-move-remarks = les commentaires sur les coups
analyst-lost-stderr = la sortie d’erreur des programmes
analyst-lost-games = les parties (chacune devient ses positions)
analyst-lost-scores = les scores
analyst-lost-position-remarks = les commentaires sur les positions
